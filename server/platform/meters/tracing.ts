import type { Attributes, Context, Link, SpanContext, SpanKind } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { TracesPlace } from '../config/config.ts'

/** A finished span. Times are of the process's monotonic clock, in ms. */
type Stretch = {
  from: number
  to: number
  kind?: keyof typeof SpanKind
  parent?: SpanContext
  links?: SpanContext[]
  /** Counts, codes and our ids. Never a secret, a private amount, a token or a name. */
  attributes?: Attributes
  failed?: boolean
}

/** A span that has begun. Nothing is recorded before it ends. */
export type Begun = { context: SpanContext; isSampled: boolean; end(attributes: Attributes, failed: boolean): void }

/** Traces of one process, which show where the time of a request goes. */
export type Tracing = {
  /** Begins a span, in a new trace unless there is a parent. */
  begin(name: string, kind: keyof typeof SpanKind, from: number, parent?: SpanContext): Begun
  /** Records a finished span. Returns the context for child spans. */
  record(name: string, stretch: Stretch): SpanContext
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/** A collector that does not answer is logged once in this time, in ms. */
const COMPLAIN_EVERY_MS = 60_000
const SEND_EVERY_MS = 1000
/** On shutdown, the longest wait for the trace collector, in ms. */
const CLOSE_MS_MAX = 2000

/**
 * Sends traces to `endpoint` by OTLP over HTTP. OpenTelemetry is loaded only here and nothing is registered globally: two servers in one
 * process stay independent.
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

/** A larger difference, in ms, means that the wall clock was set; a smaller one is rounding. */
const CLOCK_SET_MS = 5
let wallAtZero = performance.timeOrigin

/**
 * The wall-clock time, in ms since the epoch, of an instant of the monotonic clock. The library would read the wall clock for each span,
 * in whole milliseconds, so that spans within one millisecond would appear out of order.
 */
function wallTime(at: number): number {
  const now = Date.now() - performance.now()
  if (Math.abs(now - wallAtZero) > CLOCK_SET_MS) wallAtZero = now
  return wallAtZero + at
}

type Exporter = import('@opentelemetry/sdk-trace-node').SpanExporter

/** Logs failed exports, which the library drops silently. */
function complaining(exporter: Exporter, log: Logger): Exporter {
  let saidAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - saidAt > COMPLAIN_EVERY_MS) {
          saidAt = performance.now()
          log.warn({ reason: result.error.message, spans: spans.length }, 'could not send traces')
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
