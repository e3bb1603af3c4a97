/**
 * A question about what is for sale. `words`: what is said of the vehicles; `most`: the highest price, in whole units; `miles`: the highest
 * odometer reading. `isFragment`: only words, such as `trucks in Texas`, so it is a question about vehicles only if the words name some.
 */
export type OfferIntent =
  | { about: 'auctions' }
  | {
      about: 'offer'
      words: string
      most: number | null
      miles: number | null
      order: 'ending' | 'price-low' | 'new' | 'odometer'
      isFragment: boolean
    }

/** How a language asks what is for sale; in small letters without accents. */
export type OfferWords = {
  /** When auctions are, and how large. */
  auctions: RegExp
  /** The beginning or the end of a question about what is for sale. */
  asks: RegExp
  /** Asked in the same form about something else, such as the person's own lots. */
  other: RegExp
  /** Names what is for sale in general. */
  things: RegExp
  below: RegExp
  thousands: RegExp
  /** The highest odometer reading, in miles. */
  miles: RegExp
  lowMiles: RegExp
  cheap: RegExp
  newest: RegExp
  /** Words that say nothing about a vehicle. */
  fillers: ReadonlySet<string>
  /** Those that may stand among words that are no sentence. */
  joins: ReadonlySet<string>
}

/** Null: the question is about something else. */
export function offerIn(question: string, words: OfferWords): OfferIntent | null {
  const q = plain(question)
  if (words.other.test(q)) return null
  if (words.auctions.test(q)) return { about: 'auctions' }
  const wanted = wantedIn(q, words)
  const isCheap = wanted.order === 'price-low'
  if (!words.asks.test(q) && wanted.most === null && !isCheap) return null
  if (isAny(q, words) && wanted.most === null && !isCheap && !words.things.test(q)) return null
  return wanted
}

/** Words that are no sentence, such as `trucks in Texas`. Null: they can't name vehicles. */
export function fragmentIn(question: string, words: OfferWords): OfferIntent | null {
  const q = plain(question)
  const isSentence = said(q, words).some((word) => words.fillers.has(word) && !words.joins.has(word))
  return isSentence || isAny(q, words) || words.other.test(q) ? null : { ...wantedIn(q, words), isFragment: true }
}

/** Small letters without accents. */
function plain(question: string): string {
  return question
    .toLowerCase()
    .replaceAll(/\b(what|when|where|how|that|there)[’']?s\b/g, '$1 is')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’']/g, '')
}

function wantedIn(q: string, words: OfferWords): OfferIntent & { about: 'offer' } {
  const [miles] = words.miles.exec(q) ?? [null]
  const [below] = words.below.exec(q.replace(words.miles, ' ')) ?? [null]
  return {
    about: 'offer',
    words: said(q, words)
      .filter((word) => !words.fillers.has(word))
      .join(' '),
    most: below === null ? null : amountOf(below, words),
    miles: miles === null ? null : amountOf(miles, words),
    order: words.cheap.test(q)
      ? 'price-low'
      : words.lowMiles.test(q)
        ? 'odometer'
        : words.newest.test(q)
          ? 'new'
          : 'ending',
    isFragment: false,
  }
}

/** What is left without bounds and orders. */
function said(q: string, words: OfferWords): string[] {
  const left = [words.miles, words.below, words.lowMiles, words.cheap, words.newest].reduce(
    (text, form) => text.replaceAll(new RegExp(form, 'g'), ' '),
    q,
  )
  return left.match(/[a-z0-9-]+/g) ?? []
}

function isAny(q: string, words: OfferWords): boolean {
  return said(q, words).every((word) => words.fillers.has(word))
}

const NUMBERS = { one: '1', two: '2', three: '3', five: '5', ten: '10', twenty: '20' }

/** `10k`, `$8,500` and `15 thousand` as whole units. */
function amountOf(text: string, { thousands }: OfferWords): number | null {
  const spoken = Object.entries(NUMBERS).find(([word]) => text.includes(word))?.[1]
  const digits = spoken ?? /\d[\d.,]*/.exec(text)?.[0]
  if (digits === undefined) return null
  const plain = Number(digits.replaceAll(/[.,](?=\d{3}\b)/g, '').replace(',', '.'))
  return Number.isFinite(plain) ? Math.round(thousands.test(text) ? plain * 1000 : plain) : null
}

const set = (text: string) => new Set(text.split(/\s+/))

export const ENGLISH_OFFERS: OfferWords = {
  auctions:
    /\b(when|what (time|day|date)s?|which day)\b[^?]*\b(next|upcoming|coming|first|the|an?|your|new) (\w+ )?(auction|sale)s?\b(?! (price|result|house))|\b(any|which|what|list|upcoming|next|show me( the| your)?|more) (\w+ )?auctions?\b[^?]*\b(to(day|night|morrow)|this|next|week\w*|month|soon|coming|upcoming|scheduled|planned|live|now|there|open|on|\w+day)\b|\bhow (many|big)\b[^?]*\b(auction|sale)\b|\b(next|upcoming) auctions?\b\??$|\b(is|are) (there )?(anything|something|any|an|auctions?|lots?)\b[^?]*\b(live|running|going on)\b[^?]*\bnow\b|\bwhat(s| is) live\b|\bwhat(s| is) (coming up|next|scheduled|on)\b( this| next| today| tonight| the (calendar|schedule)|\??$)|\b(have|having|holding|got) (an?|any|another) (\w+ )?(auction|sale)s?\b/,
  asks: /\b(see|view|browse|search) (all )?(of )?(the |your |what )?(cars|lots|vehicles|trucks|inventory|catalog|listings)\b|\b(do|did) (you|u|ya|yall)( guys| all)? (have|got|sell|carry)\b|\b(you|u) (guys )?(have|got) any\b|^(\w+ )?(got|have) (any|a|some)\b|\b(is|are) there (any|a)\b|^any(thing)?\b|\b(looking (for|to buy)|need an?|want (an?|to buy an?))\b(?! (refund|receipt|copy|new|different|human|person|invoice|account))|\b(show|find) me\b|\b(for|on) (sale|offer|auction)\b|\b(cars|vehicles|trucks|lots|suvs|ones|cheapest|newest)\b[^?]*\b(have|got|available|there|in stock|coming up)\b|\bwhat (do|have) you (have|got)\??$|\bwhat(s| is| lots are) (ending|closing) (soon|next|today|tonight)\b|\b(next|first) (\w+ ){1,2}(to (close|end|sell)|closing|ending)\b|\b(which|what|how many) (cars|vehicles|trucks|lots|suvs)\b[^?]*\b(end|close|available|sale|up for|have|there|listed|get|buy|auction)\w*\b/,
  other:
    /\b(buy (it )?now|my|am i|im|have i|did i|i (bid|won|win|bought|watch|follow|paid|signed)|mine|differen\w*|how (do|does|to|can)(?! i (see|find|view|browse|search))|why|who|whose|lot #?\d+|seller|reserve met|email|message|password|invoice|fees?|if)\b/,
  things:
    /\bwhat (do|have) you (have|got)\??$|\b(cars|vehicles|trucks|lots|inventory|sale|offer|ending|closing|available|listings|catalog|anything|something|ones|live)\b/,
  below:
    /\b(under|below|less than|cheaper than|up to|no more than|max(imum)?( of)?|within|around|budget (is|of)) (about )?\$? ?(\d[\d.,]*|one|two|three|five|ten|twenty)( ?(k|grand|thousand|bucks|dollars))?\b/,
  thousands: /(\d ?k| (grand|thousand))\b/,
  miles:
    /\b(under|below|less than|fewer than|up to|no more than|max(imum)?( of)?|within|around) (about )?\d[\d.,]*( ?(k|thousand))? ?(miles|mi)\b/,
  lowMiles: /\b(low(er|est)?|few(er)?|least) (miles|mileage)\b/,
  cheap: /\b(cheap(est|er)?|lowest priced?|least expensive|affordable|inexpensive)\b/,
  newest: /\b(newest|latest|just (added|listed))\b/,
  fillers: set(
    'a about added all also an and any anything are around as at auction auctions available be below best better bid bidding big browse budget buy by can car carry cars cash catalog close closes closing coming could daily daughter decent did do does end ending ends family find first for from get going good got great guys have having hello here hey hi how i id if im in inventory is it items just kid know less like list listed listings ll looking lot lots many me money more near need new next no now of ok on one ones online open or our out please pls price priced right run running runs sale search see sell selling show small some something son soon sort still stock than thanks that the there these thing things this those time to today tomorrow tonight u under up upcoming us used vehicle vehicles very view want wanting was we week what whats which wife will with within wondering work would ya yall you your youve',
  ),
  joins: set('a an and any at by car cars for from in near ok or pls please some the vehicle vehicles with'),
}
