/** Facts of audit lines that are called what their own name says (`fileName` is `File name`), so that their names can be translated. */
export const PLAIN_FACTS: readonly string[] = words(`
  accent account accountEmail accountNumber accountStatus address answer assigned auction bands bank bankAccount
  bankChanged bankEnd bankKind bic bidWithdrawalHours body brand button buyNowUntil by carried cause closed code
  commission companyName conditionReport contact country creditNote damagePrimary damageSecondary day description
  director document documentRetentionDays drive email engine equipment failure fee fileName fixedFees flaws format
  freeDays fuel gearbox hammer hidden highlights hint holder holidays iban inspection invoice isActive keys kind
  label late-fee legal letter limitAfter live location logo lot lotNumber make makes membership membershipRefundDays
  mode model name negotiations note notes number numbering odometer office order otherPayments path paymentDays
  perDay phone photos portrait position premium priority provider purpose reason reference referrals registration
  role roles rotation routingNumber row rows runState savedSearches segment seller sellerKind shared shares show
  slot source state stated statements status step stockNumber storage strikes subject suspendAfter taxByKind taxId
  taxIdChanged taxIdEnd taxLabel text tickets timed timeZone titleBrand to topic tries trim type unit value vehicles
  verificationDays version vin watches year
`)

/**
 * Codes that are values of facts: states, then roles, kinds, topics and causes, then what the owner has to set up, then choices and
 * columns of lists. The lists that describe vehicles have their own table.
 */
export const CODES: readonly string[] = words(`
  active suspended closed open sold passed withdrawn paused draft scheduled running ended canceled reserve-not-met
  issued part-paid paid overdue queued sent failed waiting done pending succeeded refunded charged-back started asked
  by-hand submitted approved asked-again rejected rejected-finally in-stock arrived ready in-auction negotiating
  released unreadable too-many-pixels too-slow broke-off made answered new sending accepted refused given-up failing
  expired invited unmatched matched returned undone won lost needs-response

  member reviewer cashier auctioneer owner staff everyone timed live reserve-met price-reached normal low high urgent
  lot bid payment verification vehicle website other account auction passport id-card driving-license driving-licence
  residence-permit title registration inspection service emissions photo logo portrait correction goodwill
  sale-voided buyer-default sale late-fee storage hammer premium fee warn block off on up down invoice once day
  company private dealer document-number document-file card device phone address no-bid watchers not-permitted
  not-found rate-limited

  tax fees increments bank director email contact name

  not-paid not-verified complete not-approved not-begun over hidden all unoffered offered credited reversed
  unrewarded undecided inquiry dismissed fleet lender insurer government estate charity inactive due owed-by-seller
  in-payout only stripe transfer sandbox membership paddle limit since at lots opens ends place number buyer total
  owed person added year referrer reward state amount opened evidence booked payer remaining score found code kind
  seller net country decided provider me nobody
`)

function words(table: string): string[] {
  return table.trim().split(/\s+/)
}
