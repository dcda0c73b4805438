package io.millrace.architecture;

import java.util.List;
import java.util.Set;

/**
 * The map: what ARCHITECTURE.md draws, in one place. A new module is one entry of {@link #MAP} and one dependency in this
 * module's {@code pom.xml}; a changed direction also changes ARCHITECTURE.md and adds a decision that says why.
 *
 * <p>The testkit and the benchmark stand outside the fences and are not here; names and documentation bind them too.
 */
final class MillraceMap {

    static final String ROOT = "io.millrace";

    private static final String BUFFER = ROOT + ".buffer";
    private static final String TRANSPORT = ROOT + ".transport";
    private static final String MEMORY = ROOT + ".memory";
    private static final String WAL = ROOT + ".wal";
    private static final String QUEUE = ROOT + ".queue";
    private static final String TIERED = ROOT + ".tiered";
    private static final String REGISTRY = ROOT + ".registry";
    private static final String MESH = ROOT + ".mesh";
    private static final String ENCODING = ROOT + ".newsql.encoding";
    private static final String MYSQL = ROOT + ".newsql.mysql";
    private static final String NODE = ROOT + ".newsql.node";
    private static final String SQL = ROOT + ".newsql";
    private static final String THRIFT = ROOT + ".thrift";
    private static final String THRIFT_NETTY = ROOT + ".thrift.netty";
    private static final String THRIFT_GENERATOR = ROOT + ".thrift.generator";
    private static final String THRIFT_MAVEN = ROOT + ".thrift.maven";
    private static final String LAUNCHER = ROOT + ".launcher";

    static final ArchitectureMap MAP = new ArchitectureMap(
            ROOT,
            List.of(
                    Module.at(BUFFER),
                    Module.at(TRANSPORT).using(BUFFER).enteredBy("EventLoops").onEventLoops(),
                    Module.at(MEMORY),
                    Module.at(WAL)
                            .using(MEMORY, BUFFER)
                            .enteredBy("WriteAheadLog")
                            .stage("append", "page", "segment", "record")
                            .stage("page", "segment", "record")
                            .stage("recovery", "segment", "record")
                            .stage("segment", "record")
                            .stage("record"),
                    Module.at(QUEUE)
                            .using(WAL, MEMORY, BUFFER)
                            .enteredBy("QueueEngine")
                            .stage("append", "epoch", "catalog", "cursor")
                            .stage("read", "epoch", "run", "catalog")
                            .stage("merge", "epoch", "run", "catalog")
                            .stage("retention", "run", "catalog")
                            .stage("cursor", "catalog")
                            .stage("recovery", "epoch", "run", "catalog", "cursor")
                            .stage("epoch")
                            .stage("run")
                            .stage("catalog")
                            .stage(Module.BOOT),
                    Module.at(TIERED)
                            .enteredBy("TieredStorage", "TieredParts")
                            .door(TIERED + ".tool")
                            .stage("tool", "peer", "cold", "disk", "rate")
                            .stage("micrometer")
                            .stage("space", "replica", "peer", "log", "admin", "rate")
                            .stage("flush", "rate")
                            .stage("placement", "admin", "rate")
                            .stage("meter")
                            .stage("meta", "replica")
                            .stage("replica", "peer", "log", "cold", "rate")
                            .stage("peer", "read", "cold", "disk", "admin")
                            .stage("admin")
                            .stage("log", "cold", "disk")
                            .stage("read", "cold", "disk")
                            .stage("cold", "disk", "rate")
                            .stage("disk")
                            .stage("rate"),
                    Module.at(REGISTRY)
                            .enteredBy("ServiceRegistries")
                            // The registries are strangers; what they share is the live group and its listeners.
                            .stage("etcd", "group")
                            .stage("memory", "group")
                            .stage("fixed", "group")
                            .stage("group"),
                    Module.at(MESH)
                            .using(REGISTRY, THRIFT_NETTY, THRIFT, TRANSPORT, BUFFER)
                            .enteredBy("MeshAgent")
                            .stage("ingress", "balance", "link", "dubbo", "thrift", "flow")
                            .stage("egress", "link", "dubbo", "thrift", "flow")
                            .stage("balance", "flow")
                            // Link, dubbo and thrift are strangers; deadlines, pending calls and backoff come from
                            // flow.
                            .stage("link", "flow")
                            .stage("dubbo", "flow")
                            .stage("thrift", "flow")
                            .stage("flow")
                            .stage(Module.BOOT)
                            .onEventLoops(),
                    Module.at(ENCODING)
                            .enteredBy("Collation", "KeyEncoder", "KeyDecoder", "StorageKeys", "ValueCodec")
                            .stage("collation"),
                    Module.at(MYSQL)
                            .using(ENCODING, TRANSPORT, BUFFER)
                            .enteredBy("MysqlServer")
                            .stage("connection", "auth", "command", "result", "packet")
                            .stage("command", "packet")
                            .stage("result", "packet")
                            .stage("auth", "packet")
                            .stage("packet"),
                    Module.at(NODE)
                            .using(WAL, MEMORY, TRANSPORT, BUFFER)
                            .enteredBy("NodeStore", "NodeServer")
                            .stage("server", "command", "resp")
                            .stage("command", "resp")
                            .stage("resp")
                            .stage("backup", "commit", "log")
                            .stage("change", "commit", "log", "store")
                            .stage("commit", "log", "store")
                            .stage("log")
                            .stage("store"),
                    Module.at(SQL)
                            .using(MYSQL, NODE, ENCODING)
                            .enteredBy("NewSqlEngine", "NewSqlServer", "StoreCheck")
                            .stage(
                                    "session",
                                    "information",
                                    "account",
                                    "variable",
                                    "observation",
                                    "syntax",
                                    "definition",
                                    "constraint",
                                    "write",
                                    "execute",
                                    "plan",
                                    "transaction",
                                    "storage",
                                    "row",
                                    "catalog",
                                    "expression",
                                    "sql",
                                    "type")
                            .stage(
                                    "information",
                                    "account",
                                    "variable",
                                    "observation",
                                    "syntax",
                                    "definition",
                                    "plan",
                                    "catalog",
                                    "sql",
                                    "type")
                            .stage("account", "syntax", "catalog", "expression", "sql", "type")
                            .stage("variable", "transaction", "sql", "type")
                            .stage("observation", "sql")
                            .stage("syntax", "sql")
                            .stage(
                                    "definition",
                                    "constraint",
                                    "transaction",
                                    "storage",
                                    "change",
                                    "row",
                                    "catalog",
                                    "expression",
                                    "sql",
                                    "type")
                            .stage(
                                    "write",
                                    "definition",
                                    "constraint",
                                    "execute",
                                    "plan",
                                    "transaction",
                                    "storage",
                                    "row",
                                    "catalog",
                                    "expression",
                                    "sql",
                                    "type")
                            .stage(
                                    "execute",
                                    "plan",
                                    "transaction",
                                    "storage",
                                    "row",
                                    "catalog",
                                    "expression",
                                    "sql",
                                    "type")
                            .stage("plan", "transaction", "row", "catalog", "expression", "sql", "type")
                            .stage("transaction", "storage", "type")
                            .stage("storage", "change", "type")
                            .stage("change")
                            .stage("row", "constraint", "storage", "catalog", "type")
                            .stage("constraint", "catalog", "expression", "type")
                            .stage("catalog", "change", "type")
                            .stage("expression", "sql", "type", "json")
                            .stage("sql", "type")
                            .stage("type", "json")
                            .stage("json")
                            .stage(Module.BOOT),
                    Module.at(THRIFT).using(BUFFER),
                    Module.at(THRIFT_NETTY)
                            .using(THRIFT, TRANSPORT, BUFFER)
                            .enteredBy("ThriftServer", "ThriftClient")
                            .onEventLoops(),
                    Module.at(THRIFT_GENERATOR)
                            .enteredBy("ThriftGenerator")
                            .stage("java", "schema", "syntax")
                            .stage("schema", "syntax")
                            .stage("syntax"),
                    Module.at(THRIFT_MAVEN).using(THRIFT_GENERATOR).enteredBy("GenerateMojo"),
                    Module.at(LAUNCHER).usingEverything().enteredBy("Launcher")),
            List.of(
                    Fence.around("Spring", "org.springframework..").onlyIn("..boot..", LAUNCHER + ".."),
                    Fence.around("the etcd client and gRPC", "io.etcd..", "io.grpc..", "io.vertx..")
                            .onlyIn(REGISTRY + ".etcd.."),
                    Fence.around("Kafka", "org.apache.kafka..")
                            .onlyIn(ROOT + ".tiered..", ROOT + ".newsql.consumer..", LAUNCHER + ".broker.."),
                    Fence.around(
                                    "the inside of Kafka's storage",
                                    "org.apache.kafka.server.log.remote.metadata.storage..",
                                    "org.apache.kafka.storage..")
                            .onlyIn(TIERED + ".meta.."),
                    Fence.around("RocksDB", "org.rocksdb..")
                            .onlyIn(ROOT + ".newsql.node..", ROOT + ".newsql.fastload.."),
                    Fence.around("Apache's Thrift", "org.apache.thrift..").onlyIn(LAUNCHER + ".parcel.."),
                    Fence.around("raw memory", "java.lang.foreign..", "jdk.internal..")
                            .andTypes("sun.misc.Unsafe", "java.nio.MappedByteBuffer")
                            .onlyIn(ROOT + ".memory.."),
                    Fence.around("JMH", "org.openjdk.jmh.."),
                    Fence.around("the inside of Netty", "io.netty.util.internal.."),
                    Fence.around("the inside of the JDK", "sun.."),
                    Fence.around("what others have shaded", "..shaded..", "..shadow..", "..repackaged..")));

    /** Names that tell where code was left, not what it is; as one word of a camel-case name. */
    static final Set<String> BANNED_WORDS =
            Set.of("Impl", "Helper", "Helpers", "Manager", "Util", "Utils", "Common", "Commons");

    private MillraceMap() {}
}
