/** Reference model of the membership feature's money: plain sums in jars, with no database, transactions or ledger. */
export type NaivePayment = {
  id: string
  person: number
  /** Null: the fee. */
  invoice: number | null
  provider: 'sandbox' | 'stripe' | 'transfer' | 'credit'
  amount: number
  state: string
  received: number
  refunded: number
  /** The payer puts it on a transfer. */
  hasReference: boolean
  undone: boolean
}
export type NaiveRefund = { id: string; payment: NaivePayment; amount: number; state: string }
export type NaiveLine = {
  id: string
  amount: number
  remaining: number
  person: number | null
  /** The person asked for a refund of the remaining amount. */
  asked: boolean
  /** Sent back, or removed from the books. */
  gone: boolean
}
/** Money of a line that a payment holds. */
type NaiveUse = { line: NaiveLine; payment: NaivePayment; amount: number }

type Jars = Record<string, number>

export class NaiveTill {
  readonly jars: Jars = {}
  readonly payments: NaivePayment[] = []
  readonly lines: NaiveLine[] = []
  uses: NaiveUse[] = []
  readonly refunds: NaiveRefund[] = []
  /** By person: whether they have paid the membership fee. */
  readonly hasFee: boolean[]
  readonly invoicePaid: number[]
  readonly invoiceTotals: number[]
  readonly invoiceOwners: number[]

  constructor(people: number, invoices: { owner: number; total: number }[]) {
    this.hasFee = Array.from({ length: people }, () => false)
    this.invoicePaid = invoices.map(() => 0)
    this.invoiceTotals = invoices.map(({ total }) => total)
    this.invoiceOwners = invoices.map(({ owner }) => owner)
  }

  #put(jar: string, amount: number): void {
    this.jars[jar] = (this.jars[jar] ?? 0) + amount
  }

  /** Adds to the money we hold for a person; a liability, so the balance is negative. */
  #credit(person: number, amount: number): void {
    this.#put(`credit:${person}`, -amount)
  }

  /** True: `amount` was still owed for the payment's purpose, and no longer is. */
  #pay({ person, invoice }: NaivePayment, amount: number): boolean {
    if (invoice === null) {
      if (this.hasFee[person] === true) return false
      this.hasFee[person] = true
      this.#put('income:membership', -amount)
      return true
    }
    if (this.owedOf(invoice) < amount) return false
    this.invoicePaid[invoice]! += amount
    this.#put(`receivable:${this.invoiceOwners[invoice]}`, -amount)
    return true
  }

  owedOf(invoice: number): number {
    return this.invoiceTotals[invoice]! - this.invoicePaid[invoice]!
  }

  report(payment: NaivePayment, says: 'succeeded' | 'failed' | 'pending'): void {
    const isOpen = payment.state === 'started' || payment.state === 'pending'
    if (says === 'succeeded' && (isOpen || (payment.state === 'failed' && payment.received === 0))) {
      this.#put(`provider:${payment.provider}`, payment.amount)
      payment.received = payment.amount
      if (this.#pay(payment, payment.amount)) payment.state = 'succeeded'
      else {
        payment.state = 'failed'
        this.#credit(payment.person, payment.amount)
        this.#askBack(payment, payment.amount)
      }
    } else if (says !== 'succeeded' && isOpen) payment.state = says
  }

  /** Returns what the money is used for, as `use` does. */
  bank(line: NaiveLine, payment: NaivePayment | null): NaivePayment | null {
    this.#put('provider:transfer', line.amount)
    this.#put('unmatched:bank', -line.amount)
    this.lines.push(line)
    return payment === null ? null : this.use(line, payment)
  }

  /** Returns the payment that took the money: a replacement for `payment` if that was undone, or a part of it; null: none did. */
  use(line: NaiveLine, named: NaivePayment): NaivePayment | null {
    const payment = named.undone ? this.#another(named, named.amount) : named
    const all = line.remaining
    // Moves the money into the person's own jar first; what is used is taken from there.
    if (line.person === null) this.#put('unmatched:bank', all)
    else this.#credit(line.person, -all)
    this.#credit(payment.person, all)
    line.person = payment.person
    const held = payment.invoice === null ? this.#useForFee(all, payment) : this.#useForInvoice(all, payment)
    line.remaining = all - held.amount
    if (held.amount === 0) return null
    this.uses.push({ line, ...held })
    return held.payment
  }

  #another(payment: NaivePayment, amount: number): NaivePayment {
    const fresh = { id: '', state: 'started', received: 0, refunded: 0, hasReference: false, undone: false }
    return { ...payment, ...fresh, amount }
  }

  #useForFee(all: number, payment: NaivePayment): { payment: NaivePayment; amount: number } {
    if (payment.state === 'succeeded' || payment.refunded > 0) return { payment, amount: 0 }
    const missing = payment.amount - payment.received
    if (this.hasFee[payment.person] === true) {
      payment.state = 'failed'
      if (payment.received > 0) this.#askBack(payment, payment.received)
      return { payment, amount: 0 }
    }
    if (all < missing) {
      payment.received += all
      payment.state = 'pending'
      return { payment, amount: all }
    }
    this.#pay(payment, payment.amount)
    this.#credit(payment.person, -payment.amount)
    payment.received = payment.amount
    payment.state = 'succeeded'
    return { payment, amount: missing }
  }

  #useForInvoice(all: number, payment: NaivePayment): { payment: NaivePayment; amount: number } {
    const owed = this.owedOf(payment.invoice!)
    const part = Math.min(all, owed)
    if (part === 0) return { payment, amount: 0 }
    this.#pay(payment, part)
    this.#credit(payment.person, -part)
    const isOpen = payment.state !== 'succeeded' && payment.state !== 'refunded' && payment.received === 0
    const isExact = isOpen && !payment.hasReference && payment.amount === part
    const holder = (isOpen && part === owed) || isExact ? payment : this.#another(payment, part)
    Object.assign(holder, { state: 'succeeded', amount: part, received: part })
    if (isOpen && holder !== payment) Object.assign(payment, { state: 'pending', amount: owed - part })
    return { payment: holder, amount: part }
  }

  /** False: this match cannot be undone. */
  undo(line: NaiveLine): boolean {
    const own = this.uses.filter((use) => use.line === line)
    if (line.gone || line.person === null || own.some(({ payment }) => payment.refunded > 0)) return false
    this.#put('unmatched:bank', -line.amount)
    this.#credit(line.person, -line.remaining)
    for (const { payment, amount } of own) this.#undoUse(line, payment, amount)
    Object.assign(line, { remaining: line.amount, person: null, asked: false })
    return true
  }

  #undoUse(line: NaiveLine, payment: NaivePayment, amount: number): void {
    this.#credit(payment.person, -amount)
    const others = this.uses.filter((use) => use.payment === payment && use.line !== line)
    this.uses = this.uses.filter(
      (use) => use.payment !== payment || (payment.state !== 'succeeded' && use.line !== line),
    )
    if (payment.state !== 'succeeded') {
      payment.received -= amount
      payment.state = 'pending'
      return
    }
    // What the payment held is no longer income; what other lines contributed is their person's credit again.
    if (payment.invoice === null) {
      this.hasFee[payment.person] = false
      this.#put('income:membership', payment.received)
    } else {
      this.invoicePaid[payment.invoice]! -= payment.received
      this.#put(`receivable:${this.invoiceOwners[payment.invoice]}`, payment.received)
    }
    this.#credit(payment.person, payment.received)
    for (const other of others) other.line.remaining += other.amount
    Object.assign(payment, { state: 'failed', received: 0, undone: true })
  }

  /** False: this line stays in the books. */
  takeLineBack(line: NaiveLine): boolean {
    if (line.gone || line.person !== null) return false
    this.#put('provider:transfer', -line.amount)
    this.#put('unmatched:bank', line.amount)
    Object.assign(line, { remaining: 0, gone: true })
    return true
  }

  /** Pays an invoice from the person's credit, one payment per line with credit left; returns these payments. */
  useCredit(invoice: number): { line: NaiveLine; payment: NaivePayment }[] {
    const person = this.invoiceOwners[invoice]!
    const used: { line: NaiveLine; payment: NaivePayment }[] = []
    for (const line of this.lines.filter((one) => one.person === person && one.remaining > 0 && !one.asked)) {
      const amount = Math.min(line.remaining, this.owedOf(invoice))
      if (amount === 0) break
      const fresh = { id: '', state: 'started', received: 0, refunded: 0, hasReference: false, undone: false }
      const payment: NaivePayment = { person, invoice, provider: 'credit', amount, ...fresh }
      this.use(line, payment)
      used.push({ line, payment })
    }
    return used
  }

  /** False: there is no credit to ask for. */
  askCreditBack(person: number): boolean {
    const lines = this.lines.filter((line) => line.person === person && line.remaining > 0)
    for (const line of lines) line.asked = true
    return lines.length > 0
  }

  sendBackLine(line: NaiveLine): void {
    this.#put('provider:transfer', -line.remaining)
    if (line.person === null) this.#put('unmatched:bank', line.remaining)
    else this.#credit(line.person, -line.remaining)
    if (line.remaining > 0) Object.assign(line, { remaining: 0, asked: false, gone: true })
  }

  /** False: this payment can't be refunded. */
  refund(payment: NaivePayment): boolean {
    if (payment.state === 'pending' && payment.received > 0) {
      this.#askBack(payment, payment.received)
      payment.state = 'refunded'
      return true
    }
    if (payment.state !== 'succeeded' || payment.invoice !== null) return false
    this.hasFee[payment.person] = false
    this.#put('income:membership', payment.amount)
    this.#credit(payment.person, payment.amount)
    this.#askBack(payment, payment.amount)
    payment.state = 'refunded'
    return true
  }

  #askBack(payment: NaivePayment, amount: number): void {
    payment.refunded += amount
    this.refunds.push({ id: '', payment, amount, state: 'asked' })
  }

  reportRefund(refund: NaiveRefund, says: 'succeeded' | 'failed' | 'sent'): void {
    if (refund.state === says || (refund.state === 'succeeded' && says === 'sent')) return
    const sign = says === 'succeeded' ? 1 : refund.state === 'succeeded' ? -1 : 0
    this.#credit(refund.payment.person, -sign * refund.amount)
    this.#put(`provider:${refund.payment.provider}`, -sign * refund.amount)
    refund.state = says
  }
}
