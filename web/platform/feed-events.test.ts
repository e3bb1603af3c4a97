import { expect, test } from 'vitest'
import { createEventReader, type ServerEvent } from './feed-events.ts'

const TEXT =
  'retry: 1000\n\n: heartbeat\n\nevent: lot\nid: x.7\ndata: {"a":1}\n\nevent: time\r\ndata: one\r\ndata: two\r\n\r\n'

test('events are parsed from chunks of any size', () => {
  for (const size of [1, 2, 7, TEXT.length]) {
    const events: ServerEvent[] = []
    const take = createEventReader((event) => events.push(event))
    for (let at = 0; at < TEXT.length; at += size) take(TEXT.slice(at, at + size))
    expect(events).toEqual([
      { event: 'lot', data: '{"a":1}' },
      { event: 'time', data: 'one\ntwo' },
    ])
  }
})
