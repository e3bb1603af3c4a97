import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { accessDenial } from '#contract/accounts/access.ts'
import type { Person } from '#server/platform/person.ts'
import type { Form } from '#server/platform/rendering/rendering.ts'
import { acceptedLanguage, pageAddress } from '#server/platform/rendering/accepts.ts'
import { chooseForm } from '#server/platform/shared/prepared.ts'
import type { SharedAnswer } from '#server/platform/rendering/shared-answer.ts'
import type { SharedAnswers } from '#server/platform/shared/shared-answers.ts'

/**
 * For benchmark b6: 2.84x as many reads a second as through the framework, the plain way (`npm run gains -- early`, Nov 26, 2026).
 *
 * Sends shared answers that are ready without the framework, whose request handling costs more than the answer. Denied requests, answers
 * that are not ready, requests refused before routing (`whatIsWrong`) and everything else go through the framework. The headers are
 * those the framework sent with the same answer before, so that headers added by hooks (for browser security) are included. Source:
 * decision 17.
 */
export function answerEarly(
  http: FastifyInstance,
  answers: SharedAnswers,
  whatIsWrong: (request: IncomingMessage) => Error | null,
): void {
  const whole = http.server.listeners('request') as RequestListener[]
  const goWholeWay: RequestListener = (request, response) => {
    for (const listener of whole) listener.call(http.server, request, response)
  }
  let isClosing = false
  http.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  const send = (answer: SharedAnswer, person: Person | null, request: IncomingMessage, response: ServerResponse) => {
    if (accessDenial(person, answer.source.access) === null && sendReady(answer, request, response)) answers.early += 1
    else goWholeWay(request, response)
  }
  http.server.removeAllListeners('request')
  http.server.on('request', (request, response) => {
    const isOpen = !isClosing && isPlainGet(request) && whatIsWrong(request) === null
    const answer = isOpen ? answers.find(addressOf(request)) : undefined
    if (answer === undefined || answer.head === null) return goWholeWay(request, response)
    const found = answer.source.access === 'visitor' ? null : http.identify(request)
    if (!(found instanceof Promise)) return send(answer, found, request, response)
    found.then(
      (person) => send(answer, person, request, response),
      () => goWholeWay(request, response),
    )
  })
}

/** Only pages are in the language of their reader. */
function addressOf({ url = '', headers }: IncomingMessage): string {
  return url.startsWith('/api/') ? url : pageAddress(url, acceptedLanguage(headers['accept-language']))
}

/** A GET with a body is left for the framework to refuse. */
function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

/** Returns whether it was ready. */
function sendReady(answer: SharedAnswer, request: IncomingMessage, response: ServerResponse): boolean {
  const rendering = answer.current(performance.now())
  if (rendering === null || answer.head === null) return false
  const { form, isHeld } = chooseForm(answer, rendering, request.headers)
  if (isHeld) {
    response.writeHead(304, [...withoutType(answer.head), 'etag', form.tag])
    response.end()
  } else {
    form.head ??= headOf(form, answer.head)
    response.writeHead(200, form.head as string[])
    endSoon(response, form.body)
  }
  return true
}

/** Answers whose bodies are still to be written. */
let unwritten: { response: ServerResponse; body: string }[] = []

/**
 * Writes the body once every request that has arrived is read. Between two processes most of a write is waking the one that waits; written
 * together, many answers wake it once. That alone is 1.4x as many reads a second in b6.
 */
function endSoon(response: ServerResponse, body: string): void {
  if (unwritten.length === 0) setImmediate(writeAll)
  unwritten.push({ response, body })
}

function writeAll(): void {
  const ready = unwritten
  unwritten = []
  for (const { response, body } of ready) response.end(body, 'latin1')
}

function headOf(form: Form, lasting: readonly string[]): readonly string[] {
  const own = form.encoding === null ? [] : ['content-encoding', form.encoding]
  return [...lasting, ...own, 'etag', form.tag, 'content-length', String(form.length)]
}

/** An answer without a body has no content type. */
function withoutType(head: readonly string[]): string[] {
  const at = head.indexOf('content-type')
  return head.toSpliced(at, at < 0 ? 0 : 2)
}
