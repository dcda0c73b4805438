package io.millrace.newsql.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.change.ChangeEvent.DefinitionsChanged;
import io.millrace.newsql.change.ChangeEvent.RecordChange;
import io.millrace.newsql.change.ChangeEvent.RowChange;
import io.millrace.newsql.change.ChangeEvent.RowsChanged;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of events, there and back, and what is no event. */
class EventBytesTest {

    private static final byte[] KEY = {0, 0, 0, 9, 1};

    private static byte[] rows() {
        EventWriter event = EventWriter.ofRows(7, 1_000_000);
        event.row(9, 3, KEY, null, new byte[] {1, 2});
        event.row(9, 3, new byte[] {5}, new byte[600], new byte[0]);
        event.row(10, 1, KEY, new byte[] {4}, null);
        return event.toBytes();
    }

    @Test
    void rowsComeBackAsTheyWere() {
        ChangeEvent event = EventReader.read(rows());

        assertThat(event)
                .usingRecursiveComparison()
                .isEqualTo(new RowsChanged(
                        7,
                        1_000_000,
                        List.of(
                                new RowChange(9, 3, 0, KEY, null, new byte[] {1, 2}),
                                new RowChange(9, 3, 1, new byte[] {5}, new byte[600], new byte[0]),
                                new RowChange(10, 1, 2, KEY, new byte[] {4}, null))));
    }

    @Test
    void definitionsComeBackAsTheyWere() {
        EventWriter written = EventWriter.ofDefinitions(8, 2);
        written.record(new byte[] {'S', 'x'}, null, new byte[] {1});
        written.record(new byte[] {'G', 0}, new byte[] {1}, null);

        ChangeEvent event = EventReader.read(written.toBytes());

        assertThat(event)
                .usingRecursiveComparison()
                .isEqualTo(new DefinitionsChanged(
                        8,
                        2,
                        List.of(
                                new RecordChange(0, new byte[] {'S', 'x'}, null, new byte[] {1}),
                                new RecordChange(1, new byte[] {'G', 0}, new byte[] {1}, null))));
        assertThat(((DefinitionsChanged) event).records().get(1).kind()).isEqualTo('G');
    }

    @Test
    void theBytesAreThoseOfTheFormat() {
        EventWriter event = EventWriter.ofRows(1, 2);
        assertThat(event.isEmpty()).isTrue();
        event.row(3, 4, new byte[] {5}, null, new byte[] {6, 7});

        assertThat(HexFormat.of().formatHex(event.toBytes()))
                .isEqualTo("01" + "0000000000000001" + "0000000000000002" + "00000001" + "0000000000000003" + "00000004"
                        + "00000000" + "0000000105" + "ffffffff" + "000000020607");
    }

    @Test
    void whatIsCutOffOrGoesOnIsNoEvent() {
        byte[] event = rows();
        for (int length = 0; length < event.length; length++) {
            byte[] cut = Arrays.copyOf(event, length);
            assertThatThrownBy(() -> EventReader.read(cut)).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> EventReader.read(Arrays.copyOf(event, event.length + 1)))
                .hasMessageContaining("behind the last change");
    }

    @Test
    void anotherKindIsRefusedByItsNumber() {
        byte[] event = rows();
        event[0] = 3;
        assertThatThrownBy(() -> EventReader.read(event)).hasMessageContaining("kind=3");
    }
}
