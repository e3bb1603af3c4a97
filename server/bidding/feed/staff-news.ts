import { STAFF_LISTS, STAFF_TOPICS, type StaffTopic } from '#contract/platform/staff-lists.ts'
import { conflate, type Conflater } from './conflate.ts'
import { staffFrame } from './frames.ts'
import type { Streams } from './streams.ts'

/** Shortest time between two change notices of a list: each makes its readers refetch the list. */
const TICK_MS = 1000

/** Notifies staff's open pages which lists changed, each list only to those who may read it. */
export class StaffNews {
  #streams: Streams
  #serverTime: () => number
  #changed = new Set<StaffTopic>()
  #ticks: Conflater

  constructor(streams: Streams, serverTime: () => number, now: () => number) {
    this.#streams = streams
    this.#serverTime = serverTime
    this.#ticks = conflate(TICK_MS, () => this.#flush(), now)
  }

  /** A topic only a newer process knows is ignored: no one here can read its list. */
  receive(topic: string): void {
    const known = STAFF_TOPICS.find((one) => one === topic)
    if (known !== undefined) this.#mark([known])
  }

  /** Hints may have been lost: every list may have changed. */
  receiveAll(): void {
    this.#mark(STAFF_TOPICS)
  }

  stop(): void {
    this.#ticks.stop()
  }

  #mark(topics: readonly StaffTopic[]): void {
    for (const topic of topics) this.#changed.add(topic)
    this.#ticks.mark()
  }

  #flush(): void {
    const frames = [...this.#changed].map((topic) => ({
      readBy: STAFF_LISTS[topic].readBy,
      frame: staffFrame(this.#serverTime(), topic),
    }))
    this.#changed.clear()
    for (const stream of this.#streams.ofStaff()) {
      for (const { readBy, frame } of frames) if (stream.owner.mayRead(readBy)) stream.send(frame)
    }
  }
}
