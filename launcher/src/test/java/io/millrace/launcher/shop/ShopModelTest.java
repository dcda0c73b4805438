package io.millrace.launcher.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ShopModelTest {

    private final ShopModel model = new ShopModel(1_000, 42);

    @Test
    void anOrderFollowsFromSeedAndId() {
        assertThat(model.order(17)).isEqualTo(new ShopModel(1_000, 42).order(17));
        assertThat(model.order(17)).isNotEqualTo(new ShopModel(1_000, 43).order(17));
        assertThat(model.order(17).reference()).isEqualTo("R0000000017");
    }

    @Test
    void allSumsAreOfTheSameOrders() {
        Sales all = model.sales(1, 1_000);

        assertThat(all.orders()).isEqualTo(1_000);
        assertThat(model.salesByCity().values().stream().reduce(new Sales(0, 0), Sales::plus))
                .isEqualTo(all);
        assertThat(Arrays.stream(model.salesByCustomer()).reduce(new Sales(0, 0), Sales::plus))
                .isEqualTo(all);
        assertThat(model.sales(1, 400).plus(model.sales(401, 1_000))).isEqualTo(all);
    }

    @Test
    void sumsAreWrittenAsTheServerWritesThem() {
        assertThat(new Sales(2, 1_205).answer()).isEqualTo("2 12.05");
        assertThat(new Sales(1, 7).answer()).isEqualTo("1 0.07");
        assertThat(new Sales(0, 0).answer()).isEqualTo("0 null");
    }
}
