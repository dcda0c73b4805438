# The images of Millrace. Targets:
#   mesh-agent        the agent, consumer or provider by configuration            (the default target)
#   sample-provider   a real Dubbo 3.3 provider, for the compose file and trials
#   newsql            the SQL server with its store
#
#   docker build --target mesh-agent -t millrace/mesh-agent .
#
# The jars come from the stage that ARTIFACTS names: `build` compiles this source tree with the Maven wrapper,
# `prebuilt` takes what `./mvnw package` left in the target folders and so needs no network.
ARG ARTIFACTS=build


# ---- the jars, compiled here ------------------------------------------------------------------------------------
FROM eclipse-temurin:17-jdk AS build
# The wrapper's checksum is that of Maven's zip; without unzip it would fetch the tar.gz and refuse it.
RUN apt-get update && apt-get install -y --no-install-recommends unzip && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# Tests are the business of `./millrace test`; they need servers that a build container does not have.
RUN --mount=type=cache,target=/root/.m2 \
    ./mvnw -q -pl mesh-agent,testkit/provider-dubbo33 -am -Dmaven.test.skip=true clean package \
    && mkdir -p /artifacts/provider \
    && cp mesh-agent/target/millrace-mesh-agent-*-exec.jar /artifacts/ \
    && cp -R testkit/provider-dubbo33/target/millrace-provider-dubbo33-*.jar testkit/provider-dubbo33/target/lib \
        /artifacts/provider/


FROM build AS build-newsql
RUN --mount=type=cache,target=/root/.m2 \
    ./mvnw -q -pl fusion-newsql/boot -am -Dmaven.test.skip=true package \
    && cp fusion-newsql/boot/target/millrace-newsql-boot-*-exec.jar /artifacts/


# ---- the jars, compiled before ----------------------------------------------------------------------------------
FROM scratch AS prebuilt
COPY mesh-agent/target/millrace-mesh-agent-*-exec.jar /artifacts/
COPY testkit/provider-dubbo33/target/millrace-provider-dubbo33-*.jar /artifacts/provider/
COPY testkit/provider-dubbo33/target/lib /artifacts/provider/lib


FROM scratch AS prebuilt-newsql
COPY fusion-newsql/boot/target/millrace-newsql-boot-*-exec.jar /artifacts/


FROM ${ARTIFACTS} AS artifacts
FROM ${ARTIFACTS}-newsql AS artifacts-newsql


# ---- the agent's jar taken apart: dependencies change seldom and stay in layers of their own ---------------------
FROM eclipse-temurin:25-jre AS layers
COPY --from=artifacts /artifacts/ /artifacts/
RUN mv /artifacts/millrace-mesh-agent-*-exec.jar /artifacts/mesh-agent.jar \
    && java -Djarmode=tools -jar /artifacts/mesh-agent.jar extract --layers --destination /layers


FROM eclipse-temurin:25-jre AS layers-newsql
COPY --from=artifacts-newsql /artifacts/ /artifacts/
RUN mv /artifacts/millrace-newsql-boot-*-exec.jar /artifacts/newsql.jar \
    && java -Djarmode=tools -jar /artifacts/newsql.jar extract --layers --destination /layers


# ---- what all images stand on: the JRE, an unprivileged user, a probe that needs no curl --------------------------
FROM eclipse-temurin:25-jre AS runtime
RUN groupadd --system --gid 10001 millrace \
    && useradd --system --uid 10001 --gid millrace --home-dir /opt/millrace --no-create-home --shell /usr/sbin/nologin millrace
COPY config/image/probe /usr/local/bin/probe
WORKDIR /opt/millrace


FROM runtime AS sample-provider
COPY --from=artifacts /artifacts/provider/ ./
RUN mv millrace-provider-dubbo33-*.jar provider.jar
USER millrace
EXPOSE 20880
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["probe", "tcp", "20880"]
# Hundreds of threads that mostly wait: the smallest collector, and half of the container for the heap.
ENV JDK_JAVA_OPTIONS="-XX:+UseSerialGC -XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError"
ENTRYPOINT ["java", "--enable-native-access=ALL-UNNAMED", "-jar", "provider.jar"]
CMD ["--port", "20880", "--delay", "50", "--threads", "200", "--serialization", "hessian2"]


FROM runtime AS newsql
COPY --from=layers-newsql /layers/dependencies/ ./
COPY --from=layers-newsql /layers/spring-boot-loader/ ./
COPY --from=layers-newsql /layers/snapshot-dependencies/ ./
COPY --from=layers-newsql /layers/application/ ./
RUN mkdir -p /var/lib/millrace/sql && chown millrace:millrace /var/lib/millrace/sql
# Blocks, memtables and the log's mapped files are outside the heap, so it has less than half. A server that is out of memory
# must die and be started again: what it has acknowledged is on the device.
ENV JDK_JAVA_OPTIONS="-XX:+UseParallelGC -XX:MaxRAMPercentage=40 -XX:+ExitOnOutOfMemoryError"
USER millrace
VOLUME /var/lib/millrace/sql
# 3307 SQL, 9401 health and metrics. Beyond loopback only with a password of root: millrace.newsql.root-password-file.
ENV SERVER_ADDRESS=0.0.0.0 SERVER_PORT=9401 MILLRACE_NEWSQL_DIRECTORY=/var/lib/millrace/sql MILLRACE_NEWSQL_LISTENADDRESS=0.0.0.0:3307
EXPOSE 3307 9401
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["probe", "http", "9401", "/actuator/health"]
ENTRYPOINT ["java", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-jar", "newsql.jar"]


FROM runtime AS mesh-agent
COPY --from=layers /layers/dependencies/ ./
COPY --from=layers /layers/spring-boot-loader/ ./
COPY --from=layers /layers/snapshot-dependencies/ ./
COPY --from=layers /layers/application/ ./
# Flags that an operator may replace as a whole. Serial: the agent keeps calls in pooled buffers outside the heap, so
# the heap is small and its pauses are short; G1's threads and remembered sets would cost more than they give below
# four cores or a gigabyte. Half of the container is heap, the other half buffers, metaspace, threads and code.
# An agent that is out of memory must die and be started again: half an agent still holds its registry lease.
ENV JDK_JAVA_OPTIONS="-XX:+UseSerialGC -XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError"
# The cache belongs to exactly this JVM and class path, so it is made here, from a short training run of the agent.
COPY config/image/train-aot /tmp/train-aot
RUN /tmp/train-aot mesh-agent.jar mesh-agent.aot && rm -rf /tmp/*
USER millrace
# 20000 calls (consumer), 30000 links (provider), 9400 health and metrics. In a container of its own the agent is
# reached from outside it, so it listens on every address of the container; what the host publishes is Compose's matter.
ENV SERVER_ADDRESS=0.0.0.0 SERVER_PORT=9400
EXPOSE 20000 30000 9400
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["probe", "http", "9400", "/actuator/health"]
ENTRYPOINT ["java", "-XX:AOTCache=mesh-agent.aot", "--enable-native-access=ALL-UNNAMED", "-jar", "mesh-agent.jar"]
