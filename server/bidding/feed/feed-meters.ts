import type { Meters } from '#server/platform/meters/meters.ts'
import type { Feed, FeedCounters } from './feed.ts'

export function registerFeedMetrics(meters: Meters, feed: Feed): void {
  const counter = (name: string, help: string, what: keyof FeedCounters) =>
    meters.readCounter(name, help, () => feed.counters()[what])
  meters.gauge('paddock_feed_streams', 'Open streams of the live feed', () => feed.counters().streams)
  meters.gauge('paddock_feed_lots', 'Lots with at least one subscriber in this process', () => feed.counters().lots)
  counter('paddock_feed_opened_total', 'Streams opened', 'opened')
  counter('paddock_feed_deliveries_total', 'Lot messages written to subscriber sockets', 'deliveries')
  counter('paddock_feed_encodings_total', 'Lot messages encoded; one encoding serves all subscribers', 'encodings')
  counter('paddock_feed_skipped_total', 'Lot messages dropped for streams that had fallen behind', 'skipped')
  counter('paddock_feed_resyncs_total', 'Refetch messages sent to streams that had fallen behind', 'resyncs')
  counter('paddock_feed_reads_total', 'Lots read from the database to catch up with other processes', 'reads')
}
