import { SqlError, type Limits, type Model, type Transaction } from './model.ts'
import { statementOf, type Result, type Statement } from './sql/statement.ts'
import { Parameters, type Parameter } from './values.ts'
import { MessageReader, say, type Message } from './wire.ts'

/** One client's connection to the database: as much of a socket as a session needs. */
export type Line = { write(bytes: Buffer): unknown; end(): unknown }

/** What may delay or fail a statement; drawn by the simulation. */
export type Obstacles = {
  /** How long a statement takes before it does anything, in ms. */
  costMs(kind: Statement['kind']): number
  /** An error in place of the statement, or null. */
  failure(inTransaction: boolean): SqlError | null
}

const NOTHING_IN_THE_WAY: Obstacles = { costMs: () => 0, failure: () => null }

/** A statement; `isSimple`: sent without being prepared, so it is its own sync. */
type Work = { text: string; given: Parameter[]; answers: Buffer[]; isDescribed: boolean; isSimple: boolean }

const NOTHING_YET: Omit<Work, 'answers'> = { text: '', given: [], isDescribed: false, isSimple: false }

/**
 * One backend: handles a client's messages in order, one statement at a time, in the open transaction or in one per statement. What
 * arrived before the client's end is still executed.
 */
export class Session {
  readonly #model: Model
  readonly #line: Line
  readonly #obstacles: Obstacles
  #reader = new MessageReader()
  #prepared = new Map<string, string>()
  #work: (Work | 'sync' | 'end')[] = []
  #isWorking = false
  /** A statement failed: what follows isn't run until a sync. */
  #isSkipping = false
  #transaction: Transaction | null = null
  /** The transaction of a single statement outside an open one. */
  #alone: Transaction | null = null
  #limits: Limits = { lockMs: 0, statementMs: 0 }
  #silentMs = 0
  #silence: (() => void) | null = null
  #next: Work = { ...NOTHING_YET, answers: [] }
  isListening = false
  isOver = false
  onEnd: () => void = () => undefined

  constructor(model: Model, line: Line, obstacles: Obstacles = NOTHING_IN_THE_WAY) {
    this.#model = model
    this.#line = line
    this.#obstacles = obstacles
  }

  take(bytes: Buffer): void {
    if (this.isOver) return
    for (const message of this.#reader.read(bytes)) this.#receive(message)
    void this.#run()
  }

  /** The client is gone; what it sent before is executed first. */
  leave(): void {
    this.#work.push('end')
    void this.#run()
  }

  /** The database itself ends: open transactions are rolled back. */
  kill(): void {
    if (this.isOver) return
    this.isOver = true
    this.#silence?.()
    this.#work = []
    for (const open of [this.#transaction, this.#alone]) if (open !== null) this.#model.rollback(open)
    this.#transaction = null
    this.onEnd()
  }

  notify(channel: string, payload: string): void {
    if (!this.isOver) this.#line.write(say.notification(channel, payload))
  }

  #receive(message: Message): void {
    const next = this.#next
    switch (message.kind) {
      case 'startup':
        this.#limits = {
          lockMs: Number(message.options.get('lock_timeout') ?? 0),
          statementMs: Number(message.options.get('statement_timeout') ?? 0),
        }
        this.#silentMs = Number(message.options.get('idle_in_transaction_session_timeout') ?? 0)
        this.#line.write(say.welcome())
        return
      case 'query':
        this.#work.push({ ...NOTHING_YET, text: message.text, answers: [], isSimple: true })
        return
      case 'parse':
        this.#prepared.set(message.name, message.text)
        next.text = message.text
        next.answers.push(say.parsed())
        return
      case 'bind':
        next.text = this.#prepared.get(message.name) ?? next.text
        next.given = message.parameters
        next.answers.push(say.bound())
        return
      case 'describe':
        next.isDescribed = true
        return
      case 'execute':
        this.#work.push(next)
        this.#next = { ...NOTHING_YET, answers: [] }
        return
      case 'sync':
        this.#work.push('sync')
        return
      case 'terminate':
        this.#work.push('end')
        return
      case 'other':
        return
    }
  }

  async #run(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let work = this.#work.shift(); work !== undefined && !this.isOver; work = this.#work.shift()) {
      if (work === 'end') {
        this.kill()
        this.#line.end()
      } else if (work === 'sync') this.#ready()
      else if (!this.#isSkipping) await this.#perform(work)
    }
    this.#isWorking = false
    this.#watchSilence()
  }

  /** Ends a transaction that is idle for too long, if the client requested that. */
  #watchSilence(): void {
    this.#silence?.()
    this.#silence = null
    if (this.isOver || this.#transaction === null || this.#silentMs === 0) return
    this.#silence = this.#model.time.later(this.#silentMs, () => {
      if (this.#isWorking || this.isOver) return
      this.#line.write(say.failure('25P03', 'terminating connection due to idle-in-transaction timeout', 'FATAL'))
      this.kill()
      this.#line.end()
    })
  }

  async #perform(work: Work): Promise<void> {
    const statement = statementOf(work.text)
    const costMs = this.#obstacles.costMs(statement.kind)
    if (costMs > 0) await new Promise<void>((resolve) => this.#model.time.later(costMs, resolve))
    if (this.isOver) return
    try {
      const done = await this.#execute(statement, work.given)
      if (this.isOver) return
      const described = done.columns.length > 0 ? say.columns(done.columns) : say.nothing()
      const rows = done.rows.map((row) => say.row(done.columns, row))
      const isDescribed = work.isDescribed || (work.isSimple && done.columns.length > 0)
      this.#answer(work, [...(isDescribed ? [described] : []), ...rows, say.complete(done.tag)])
    } catch (error) {
      if (this.isOver) return
      if (!(error instanceof SqlError)) throw error
      if (this.#transaction !== null) this.#model.fail(this.#transaction)
      this.#isSkipping = !work.isSimple
      this.#answer(work, [say.failure(error.code, error.message)])
    }
  }

  #answer({ answers, isSimple }: Work, parts: Buffer[]): void {
    this.#line.write(Buffer.concat([...answers, ...parts]))
    if (isSimple) this.#ready()
  }

  #ready(): void {
    this.#isSkipping = false
    this.#line.write(say.ready(this.#transaction === null ? 'I' : this.#transaction.hasFailed ? 'E' : 'T'))
  }

  async #execute(statement: Statement, given: Parameter[]): Promise<Result> {
    const failure = this.#obstacles.failure(this.#transaction !== null)
    if (failure !== null) {
      if (statement.kind === 'commit') this.#end('rollback')
      throw failure
    }
    if (statement.kind === 'begin') {
      this.#transaction ??= this.#model.begin()
      return endedWith('BEGIN')
    }
    if (statement.kind === 'commit' || statement.kind === 'rollback') return this.#end(statement.kind)
    if (this.#transaction?.hasFailed === true)
      throw new SqlError('25P02', 'current transaction is aborted, commands ignored until end of transaction block')
    if (statement.kind === 'listen') {
      this.isListening = true
      return endedWith('LISTEN')
    }
    const isAlone = this.#transaction === null
    const transaction = this.#transaction ?? this.#model.begin()
    if (isAlone) this.#alone = transaction
    const context = { model: this.#model, transaction, limits: this.#limits, given: new Parameters(given) }
    try {
      const result = await statement.run(context)
      if (isAlone && !this.isOver) this.#model.commit(transaction)
      return result
    } catch (error) {
      if (isAlone) this.#model.rollback(transaction)
      throw error
    } finally {
      this.#alone = null
    }
  }

  #end(how: 'commit' | 'rollback'): Result {
    const transaction = this.#transaction
    this.#transaction = null
    if (transaction === null) return endedWith(how.toUpperCase())
    if (how === 'commit') return endedWith(this.#model.commit(transaction) ? 'COMMIT' : 'ROLLBACK')
    this.#model.rollback(transaction)
    return endedWith('ROLLBACK')
  }
}

function endedWith(tag: string): Result {
  return { columns: [], rows: [], tag }
}
