import type { Attributes, Context, Link, SpanContext, SpanKind } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { TracesPlace } from '../config/config-seeing.ts'

/** What began and ended. Times are of the process's monotonic clock in ms. */
export type Stretch = {
  from: number
  to: number
  kind?: keyof typeof SpanKind
  parent?: SpanContext
  links?: SpanContext[]
  /** Counts, codes, ids of ours. Never a secret, an amount that somebody keeps to himself, a token or a name. */
  attributes?: Attributes
  failed?: boolean
}

/** A stretch that has begun. Nothing is kept of it before its end. */
export type Begun = { context: SpanContext; isSampled: boolean; end(attributes: Attributes, failed: boolean): void }

/** Traces of one process, for whoever wants to see where the time of a request went. */
export type Tracing = {
  /** Begins a stretch, of a trace of its own unless there is a parent. */
  begin(name: string, kind: keyof typeof SpanKind, from: number, parent?: SpanContext): Begun
  /** Records a stretch that is over. Answers what may follow from it. */
  record(name: string, stretch: Stretch): SpanContext
  /** Sends what is left. */
  close(): Promise<void>
}

/** A collector that does not answer is spoken of once in this time. */
const COMPLAIN_EVERY_MS = 60_000
const SEND_EVERY_MS = 1000
/** A house that ends does not wait longer for its collector. */
const CLOSE_MS_MAX = 2000

/**
 * Traces that go to `endpoint` by OTLP over HTTP. Everything of OpenTelemetry is loaded here and only here, and nothing of it is set
 * for the whole process: two houses in one process have nothing to do with each other.
 */
export async function openTracing({ endpoint, ratio }: TracesPlace, log: Logger): Promise<Tracing> {
  const { ROOT_CONTEXT, SpanKind: Kinds, SpanStatusCode, trace, TraceFlags } = await import('@opentelemetry/api')
  const sdk = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5000 })
  const provider = new sdk.NodeTracerProvider({
    resource: resourceNamed(process.env['OTEL_SERVICE_NAME'] || 'paddock'),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor(complaining(exporter, log), { scheduledDelayMillis: SEND_EVERY_MS })],
  })
  const tracer = provider.getTracer('paddock')
  const within = (parent?: SpanContext): Context =>
    parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
  return {
    begin(name, kind, from, parent) {
      const span = tracer.startSpan(name, { kind: Kinds[kind], startTime: wallTime(from) }, within(parent))
      const context = span.spanContext()
      return {
        context,
        isSampled: (context.traceFlags & TraceFlags.SAMPLED) !== 0,
        end(attributes, failed) {
          span.setAttributes(attributes)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end(wallTime(performance.now()))
        },
      }
    },
    record(name, { from, to, kind = 'INTERNAL', parent, links = [], attributes = {}, failed = false }) {
      const linked = links.map((context): Link => ({ context }))
      const options = { kind: Kinds[kind], startTime: wallTime(from), links: linked, attributes }
      const span = tracer.startSpan(name, options, within(parent))
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(wallTime(to))
      return span.spanContext()
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS_MAX).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

/** A wall clock that was set is believed; a difference below this is only how it rounds. */
const CLOCK_SET_MS = 5
let wallAtZero = performance.timeOrigin

/**
 * The wall's time, in ms since the epoch, of an instant of the monotonic clock. The library would ask the wall for each span anew, which
 * tells whole milliseconds: what follows within one would seem to have come before.
 */
function wallTime(at: number): number {
  const now = Date.now() - performance.now()
  if (Math.abs(now - wallAtZero) > CLOCK_SET_MS) wallAtZero = now
  return wallAtZero + at
}

type Exporter = import('@opentelemetry/sdk-trace-node').SpanExporter

/** The library is silent when nobody takes what it sends. */
function complaining(exporter: Exporter, log: Logger): Exporter {
  let saidAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - saidAt > COMPLAIN_EVERY_MS) {
          saidAt = performance.now()
          log.warn({ reason: result.error.message, spans: spans.length }, 'traces could not be sent')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

type Resource = NonNullable<
  NonNullable<ConstructorParameters<typeof import('@opentelemetry/sdk-trace-node').NodeTracerProvider>[0]>['resource']
>

function resourceNamed(name: string): Resource {
  const attributes = { 'service.name': name, 'process.pid': process.pid }
  const resource: Resource = {
    attributes,
    merge: (other) => other ?? resource,
    getRawAttributes: () => Object.entries(attributes),
  }
  return resource
}
