"""kafka-python: prints every record of a partition from a timestamp on."""
import sys

from kafka import KafkaConsumer, TopicPartition

from lines import line

ADDRESS, TOPIC, NUMBER, TIMESTAMP = sys.argv[1:]
PARTITION = TopicPartition(TOPIC, int(NUMBER))

consumer = KafkaConsumer(bootstrap_servers=ADDRESS, enable_auto_commit=False, auto_offset_reset="none")
consumer.assign([PARTITION])
end = consumer.end_offsets([PARTITION])[PARTITION]
if TIMESTAMP == "0":
    consumer.seek_to_beginning(PARTITION)
else:
    consumer.seek(PARTITION, consumer.offsets_for_times({PARTITION: int(TIMESTAMP)})[PARTITION].offset)
while consumer.position(PARTITION) < end:
    for record in consumer.poll(timeout_ms=200).get(PARTITION, []):
        print(line(record.offset, record.timestamp, record.key, record.value, record.headers))
consumer.close()
