import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { barrier } from '#contract/access.ts'
import type { Person } from '../person.ts'
import type { Form } from './rendering.ts'
import { chooseForm } from './prepared.ts'
import type { SharedAnswer } from './shared-answer.ts'
import type { SharedAnswers } from './shared-answers.ts'

/**
 * Sends shared answers that are ready without the framework, whose way for a request costs more than the answer. Who may not have it,
 * what is not ready, what is refused before any route (`whatIsWrong`) and everything else goes the whole way. The head is the one that the whole way gave to the same answer before, so
 * that what hooks add (the headers that keep browsers safe) is added here too. Source: decision 17.
 */
export function answerEarly(
  app: FastifyInstance,
  answers: SharedAnswers,
  whatIsWrong: (request: IncomingMessage) => Error | null,
): void {
  const whole = app.server.listeners('request') as RequestListener[]
  const goWholeWay: RequestListener = (request, response) => {
    for (const listener of whole) listener.call(app.server, request, response)
  }
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  const send = (answer: SharedAnswer, person: Person | null, request: IncomingMessage, response: ServerResponse) => {
    if (barrier(person, answer.source.access) === null && sendReady(answer, request, response)) answers.early += 1
    else goWholeWay(request, response)
  }
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const isOpen = !isClosing && isPlainGet(request) && whatIsWrong(request) === null
    const answer = isOpen ? answers.find(request.url ?? '') : undefined
    if (answer === undefined || answer.head === null) return goWholeWay(request, response)
    const found = answer.source.access === 'visitor' ? null : app.identify(request)
    if (!(found instanceof Promise)) return send(answer, found, request, response)
    found.then(
      (person) => send(answer, person, request, response),
      () => goWholeWay(request, response),
    )
  })
}

/** A body, even one that nobody reads, is the framework's to refuse. */
function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

/** Whether it was ready. */
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
    response.end(form.body, 'latin1')
  }
  return true
}

function headOf(form: Form, lasting: readonly string[]): readonly string[] {
  const own = form.encoding === null ? [] : ['content-encoding', form.encoding]
  return [...lasting, ...own, 'etag', form.tag, 'content-length', String(form.length)]
}

/** What is not sent has no type. */
function withoutType(head: readonly string[]): string[] {
  const at = head.indexOf('content-type')
  return head.toSpliced(at, at < 0 ? 0 : 2)
}
