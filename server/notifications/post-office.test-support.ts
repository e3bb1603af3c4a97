import { SMTPServer } from 'smtp-server'

/** `subject` as people read it; `text`: the whole message as sent; `read`: the same with its parts decoded (quoted-printable). */
export type Received = { messageId: string; to: string; subject: string; text: string; read: string }

/** How the server answers an email: accepts it, or answers with this code at this point. */
type Answer = { at: 'rcpt' | 'data'; code: number } | 'accept' | 'accept-then-cut'

export type PostOffice = {
  url: string
  /** Everything that was accepted, in order. */
  received: Received[]
  /** Recipients of all tries, in order. */
  tried: string[]
  /** How the next emails are answered; the last answer repeats. */
  answer(...answers: Answer[]): void
  close(): Promise<void>
}

/** A mail server on loopback. `port`: to start again at the same port. */
export async function openPostOffice(port = 0): Promise<PostOffice> {
  const received: Received[] = []
  const tried: string[] = []
  let answers: Answer[] = ['accept']
  const next = (): Answer => (answers.length > 1 ? answers.shift()! : answers[0]!)
  let current: Answer = 'accept'

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      tried.push(address)
      current = next()
      if (typeof current === 'object' && current.at === 'rcpt') callback(fault(current.code))
      else callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (typeof current === 'object') return callback(fault(current.code))
        const text = Buffer.concat(chunks).toString()
        received.push({
          messageId: header(text, 'Message-ID').replace(/^<|>$/g, ''),
          to: session.envelope.rcptTo[0]?.address ?? '',
          subject: encodedWords(header(text, 'Subject')),
          text,
          read: quotedPrintable(text.replaceAll(/=\r?\n/g, '')),
        })
        // The sender never learns that its email was accepted.
        if (current === 'accept-then-cut') for (const each of connections) each.destroy()
        else callback()
      })
    },
  })
  const connections = new Set<{ destroy(): void }>()
  server.server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  const at = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `smtp://127.0.0.1:${at}`,
    received,
    tried,
    answer: (...given) => void (answers = given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const each of connections) each.destroy()
      }),
  }
}

function fault(responseCode: number): Error {
  return Object.assign(new Error('as the test wants it'), { responseCode })
}

/** RFC 2047, in the form that the sender uses. */
function encodedWords(text: string): string {
  return text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, words: string) => quotedPrintable(words.replaceAll('_', ' ')))
}

function quotedPrintable(text: string): string {
  return text.replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

/** A header with its continuation lines. */
function header(text: string, name: string): string {
  const found = new RegExp(`^${name}: (.*(?:\r?\n[ \t].*)*)`, 'im').exec(text)?.[1] ?? ''
  return found.replaceAll(/\r?\n[ \t]/g, ' ')
}
