"""Confluent's client: prints the records of a partition from a timestamp on, all or the committed ones."""
import sys

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, TopicPartition

from lines import line

ADDRESS, TOPIC, NUMBER, TIMESTAMP, ISOLATION = sys.argv[1:]

consumer = Consumer(
    {
        "bootstrap.servers": ADDRESS,
        "group.id": "confluent",
        "enable.auto.commit": False,
        "auto.offset.reset": "error",
        "enable.partition.eof": True,
        "isolation.level": ISOLATION,
    }
)
start = TopicPartition(TOPIC, int(NUMBER), OFFSET_BEGINNING)
if TIMESTAMP != "0":
    start = consumer.offsets_for_times([TopicPartition(TOPIC, int(NUMBER), int(TIMESTAMP))], timeout=60)[0]
consumer.assign([start])
while True:
    record = consumer.poll(1)
    if record is None:
        continue
    if record.error():
        if record.error().code() == KafkaError._PARTITION_EOF:
            break
        raise KafkaException(record.error())
    print(line(record.offset(), record.timestamp()[1], record.key(), record.value(), record.headers() or []))
consumer.close()
