package io.millrace.thrift.generator.java;

import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import javax.lang.model.element.Modifier;

/** Beginnings of methods. */
final class Methods {

    private Methods() {}

    static MethodSpec.Builder overriding(String name, TypeName result) {
        return MethodSpec.methodBuilder(name)
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(result);
    }

    static MethodSpec.Builder ofPackage(String name, TypeName result) {
        return MethodSpec.methodBuilder(name).addModifiers(Modifier.STATIC).returns(result);
    }

    static MethodSpec.Builder own(String name, TypeName result) {
        return MethodSpec.methodBuilder(name).addModifiers(Modifier.PRIVATE).returns(result);
    }
}
