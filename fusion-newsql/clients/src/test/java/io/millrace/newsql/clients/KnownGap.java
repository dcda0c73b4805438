package io.millrace.newsql.clients;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test that the server cannot pass as yet: it must fail, and its failure's message must hold these words. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KnownGapCheck.class)
@interface KnownGap {

    /** Words of the failure, or of one of its causes. */
    String value();
}
