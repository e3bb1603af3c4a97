/** One server-sent event. */
export type ServerEvent = { event: string; data: string }

/**
 * Parses server-sent events from text that arrives in chunks of any size. Comments and unused fields are skipped.
 * Source: the HTML standard, "Parsing an event stream".
 */
export function createEventReader(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = ''
  let event = 'message'
  let data: string[] = []

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ event, data: data.join('\n') })
      event = 'message'
      data = []
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
  }
}
