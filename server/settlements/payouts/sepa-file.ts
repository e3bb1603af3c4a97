import anyAscii from 'any-ascii'
import { Document } from 'sepa'
import { minorUnits } from '#contract/platform/currency.ts'
import type { IbanFile } from './payment-file.ts'

/** The most that one payment can be, in cents. */
export const SEPA_AMOUNT_MAX = 99_999_999_999
const NAME_MAX = 70
const TEXT_MAX = 140

/** A file of credit transfers in euros (pain.001.001.09), booked by the bank as one line that carries the batch's number. */
export function sepaFile({ number, currency, madeAt, payOn, company, payees }: IbanFile): string {
  const unit = minorUnits(currency)
  const document = new Document('pain.001.001.09')
  document.grpHdr.id = number
  document.grpHdr.created = new Date(madeAt)
  document.grpHdr.initiatorName = plain(company.name, NAME_MAX)
  const info = document.createPaymentInfo()
  info.id = '1'
  info.batchBooking = true
  info.requestedExecutionDate = new Date(`${payOn}T00:00:00Z`)
  info.debtorName = plain(company.account.holder, NAME_MAX)
  info.debtorIBAN = withoutSpaces(company.account.iban)
  info.debtorBIC = company.account.bic
  // The library names each part by the parts above it, so they come first.
  document.addPaymentInfo(info)
  payees.forEach(({ account, amount, statements }, index) => {
    const payment = info.createTransaction()
    payment.id = String(index + 1)
    payment.end2endId = `${number}-${index + 1}`
    payment.creditorName = plain(account.holder, NAME_MAX)
    payment.creditorIBAN = withoutSpaces(account.iban)
    payment.creditorBIC = account.bic
    payment.currency = currency
    payment.amount = amount / unit
    payment.remittanceInfo = plain(`${number} ${statements}`, TEXT_MAX)
    info.addTransaction(payment)
  })
  return document.toString()
}

function withoutSpaces(iban: string): string {
  return iban.replaceAll(' ', '')
}

/** In the letters that every bank of the scheme takes; what is too long ends after a whole word. */
function plain(words: string, length: number): string {
  const text = anyAscii(words)
    .replaceAll('&', '+')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .trim()
  const end = text.length > length ? text.lastIndexOf(' ', length) : length
  return text.slice(0, end > 0 ? end : length)
}
