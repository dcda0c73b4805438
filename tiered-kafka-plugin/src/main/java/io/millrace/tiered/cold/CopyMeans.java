package io.millrace.tiered.cold;

import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.rate.TokenBucket;

/**
 * What every copy works with.
 *
 * @param files how files are reached
 * @param logs how the logs that are copied are read
 * @param buffers memory for a chunk
 * @param rates asked before each chunk
 * @param chunkBytes bytes of a chunk of new segments
 */
record CopyMeans(ColdFiles files, DirectIo logs, AlignedBuffers buffers, CopyRates rates, int chunkBytes) {

    TokenBucket rate(CopyRequest request) {
        return request.isReplica() ? rates.replicas() : rates.copies();
    }
}
