/** What the payments room should come to, reckoned as a child would with jars: no database, no transactions, no ledger. */
export type NaivePayment = {
  id: string
  person: number
  /** Null: the fee. */
  invoice: number | null
  provider: 'sandbox' | 'stripe' | 'transfer'
  amount: number
  state: string
  received: number
  refunded: number
}
export type NaiveRefund = { id: string; payment: NaivePayment; amount: number; state: string }
export type NaiveLine = { id: string; amount: number; remaining: number; person: number | null }

type Jars = Record<string, number>

export class NaiveTill {
  readonly jars: Jars = {}
  readonly payments: NaivePayment[] = []
  readonly lines: NaiveLine[] = []
  readonly refunds: NaiveRefund[] = []
  /** Refunds that the till asked for by itself and whose ids the real one has made. */
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

  /** Money of a person that the house holds; negative as a debt. */
  #credit(person: number, amount: number): void {
    this.#put(`credit:${person}`, -amount)
  }

  /** True: `amount` was still owed for what the payment is for, and is not any more. */
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

  bank(line: NaiveLine, payment: NaivePayment | null): void {
    this.#put('provider:transfer', line.amount)
    this.#put('unmatched:bank', -line.amount)
    this.lines.push(line)
    if (payment !== null) this.use(line, payment)
  }

  use(line: NaiveLine, payment: NaivePayment): void {
    const all = line.remaining
    // From wherever the money lay into the person's own jar; what is used is taken out of that.
    if (line.person === null) this.#put('unmatched:bank', all)
    else this.#credit(line.person, -all)
    this.#credit(payment.person, all)
    line.person = payment.person
    line.remaining =
      all - (payment.invoice === null ? this.#useForFee(all, payment) : this.#useForInvoice(all, payment))
  }

  #useForFee(all: number, payment: NaivePayment): number {
    if (payment.state === 'succeeded' || payment.refunded > 0) return 0
    const missing = payment.amount - payment.received
    if (this.hasFee[payment.person] === true) {
      payment.state = 'failed'
      if (payment.received > 0) this.#askBack(payment, payment.received)
      return 0
    }
    if (all < missing) {
      payment.received += all
      payment.state = 'pending'
      return all
    }
    this.#pay(payment, payment.amount)
    this.#credit(payment.person, -payment.amount)
    payment.received = payment.amount
    payment.state = 'succeeded'
    return missing
  }

  #useForInvoice(all: number, payment: NaivePayment): number {
    const owed = this.owedOf(payment.invoice!)
    const part = Math.min(all, owed)
    if (part === 0) return 0
    this.#pay(payment, part)
    this.#credit(payment.person, -part)
    const isOpen = payment.state !== 'succeeded' && payment.state !== 'refunded' && payment.received === 0
    if (isOpen && part === owed) Object.assign(payment, { state: 'succeeded', amount: part, received: part })
    else if (isOpen) Object.assign(payment, { state: 'pending', amount: owed - part })
    return part
  }

  sendBackLine(line: NaiveLine): void {
    this.#put('provider:transfer', -line.remaining)
    if (line.person === null) this.#put('unmatched:bank', line.remaining)
    else this.#credit(line.person, -line.remaining)
    line.remaining = 0
  }

  /** False: this payment does not go back. */
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
