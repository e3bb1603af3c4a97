/** Facts of audit lines that are called what their own name says (`fileName` is `File name`), so that their names can be translated. */
export const PLAIN_FACTS: readonly string[] = words(`
  accountEmail accountStatus address answer auction bankAccount bankEnd bankKind bidWithdrawalHours body brand button
  buyNowUntil carried cause closed code commission companyName conditionReport contact country damagePrimary
  damageSecondary description director document documentRetentionDays drive email engine equipment failure fileName
  fixedFees flaws format fuel gearbox hidden highlights hint holidays inspection into isActive keys kind legal
  limitAfter live location lotNumber make makes membership membershipRefundDays mode model name negotiations note
  notes number numbering odometer order path paymentDays phone photos position premium priority purpose reason
  reference referrals role roles rotation row rows runState savedSearches segment seller sellerKind shared show slot
  sort source state stated statements status stockNumber storage strikes subject suspendAfter taxByKind taxId
  taxIdChanged taxIdEnd taxLabel text tickets timed timeZone titleBrand topic tries trim type value vehicles
  verificationDays version vin watches year
`)

/**
 * Codes that are values of facts: states, then roles, kinds, topics and causes, then what the owner has to set up. The lists that describe
 * vehicles have their own table.
 */
export const CODES: readonly string[] = words(`
  active suspended closed open sold passed withdrawn paused draft scheduled running ended canceled
  reserve-not-met issued part-paid paid overdue queued sent failed waiting done pending succeeded refunded
  charged-back started asked by-hand submitted approved asked-again rejected rejected-finally in-stock arrived ready
  in-auction negotiating released unreadable too-many-pixels too-slow broke-off answered new sending accepted refused given-up failing expired invited unmatched
  matched returned undone won lost needs-response

  member reviewer cashier auctioneer owner staff everyone timed live reserve-met price-reached normal low high urgent
  lot bid payment verification vehicle website other account auction passport id-card driving-license driving-licence
  residence-permit title registration inspection service emissions photo logo portrait correction goodwill
  sale-voided buyer-default sale late-fee storage hammer premium fee warn block off on up down invoice once day
  company private dealer document-number document-file card device phone address

  tax fees increments bank director email contact name
`)

function words(table: string): string[] {
  return table.trim().split(/\s+/)
}
