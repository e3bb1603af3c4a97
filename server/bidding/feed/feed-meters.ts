import type { Meters } from '#server/platform/meters/meters.ts'
import type { Feed, FeedCounters } from './feed.ts'

export function tellFeed(meters: Meters, feed: Feed): void {
  const counter = (name: string, help: string, what: keyof FeedCounters) =>
    meters.counter(name, help, () => feed.counters()[what])
  meters.gauge('paddock_feed_streams', 'Streams of the live feed that are open.', () => feed.counters().streams)
  meters.gauge('paddock_feed_lots', 'Lots that somebody watches here.', () => feed.counters().lots)
  counter('paddock_feed_opened_total', 'Streams opened.', 'opened')
  counter('paddock_feed_deliveries_total', 'Messages about lots handed to the sockets of watchers.', 'deliveries')
  counter('paddock_feed_encodings_total', 'Messages about lots made; one serves all watchers.', 'encodings')
  counter('paddock_feed_skipped_total', 'Messages not sent to streams that were behind.', 'skipped')
  counter('paddock_feed_resyncs_total', 'Times a stream that had been behind was told to read anew.', 'resyncs')
  counter('paddock_feed_reads_total', 'Lots read from the database to catch up with other processes.', 'reads')
  meters.histogram(
    'paddock_feed_lag_seconds',
    'From the moment of a bid, as the database dates it just before the commit, to the last watcher’s socket.',
    () => feed.lag,
  )
}
