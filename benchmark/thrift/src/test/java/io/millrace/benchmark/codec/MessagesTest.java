package io.millrace.benchmark.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.codec.message.Messages;
import io.millrace.thrift.ThriftBinary;
import org.junit.jupiter.api.Test;

class MessagesTest {
    @Test
    void messagesHaveTheSizesOfTheirCases() {
        assertThat(Messages.small())
                .allSatisfy(each -> assertThat(ThriftBinary.encodedLength(each)).isEqualTo(112));
        assertThat(Messages.mixed())
                .allSatisfy(each -> assertThat(ThriftBinary.encodedLength(each)).isBetween(18_000, 20_000));
        assertThat(Messages.myTest()).allSatisfy(each -> assertThat(ThriftBinary.encodedLength(each) >> 10)
                .isEqualTo(1024));
        assertThat(Messages.large())
                .allSatisfy(each -> assertThat(ThriftBinary.encodedLength(each)).isBetween(5_800_000, 6_400_000));
    }

    @Test
    void theSameSeedHasTheSameContent() {
        assertThat(Messages.mixed()).isEqualTo(Messages.mixed());
    }
}
