import http from 'node:http'

export type SeenSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: number
  startMs: number
  endMs: number
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  failed: boolean
}

/** Receives traces like a collector: OTLP over HTTP, in JSON. */
export type Collector = {
  url: string
  /** All request bodies, unchanged. */
  text(): string
  spans(): SeenSpan[]
  close(): void
}

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Sent = {
  resourceSpans: {
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes?: { key: string; value: Value }[]
        links?: { traceId: string; spanId: string }[]
        status?: { code?: number }
      }[]
    }[]
  }[]
}

const ERROR = 2

/** `status`: the status of every answer, regardless of the request. */
export async function openCollector(status = 200): Promise<Collector> {
  const bodies: string[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansIn),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function spansIn(body: string): SeenSpan[] {
  const { resourceSpans } = JSON.parse(body) as Sent
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  return spans.map(({ parentSpanId, attributes = [], links = [], status, ...span }) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: parentSpanId ?? null,
    name: span.name,
    kind: span.kind,
    startMs: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
    endMs: Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    links: links.map(({ traceId, spanId }) => ({ traceId, spanId })),
    failed: status?.code === ERROR,
  }))
}
