import type { OfferWords } from '../about-offers.ts'
import { lotNumberIn, type Intent } from '../intents.ts'
import type { AssistantWords } from '../words-of.ts'

/** Small letters without umlauts and punctuation, so that a question typed in a hurry is understood. */
function plain(question: string): string {
  return question
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[’'"„“,]/g, ' ')
    .replaceAll(/\b(auto|wagen|fahrzeug)(s|e|en)?\b/g, 'los')
    .replaceAll(/\b(los(nummer|nr\.?)?|lose) (nummer |nr\.? ?|#)?(?=\d)/g, 'lot ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const OFFERS: OfferWords = {
  auctions:
    /\b(wann|um wie viel uhr|an welchem tag)\b[^?]*\bauktion(en)?\b|\b(nachste|kommende|weitere)n? auktion(en)?\b|\b(gibt es|habt ihr|haben sie|ist|sind|welche) (eine |heute |bald )*auktion(en)?\b|\bwie viele\b[^?]*\bin (der|einer|jeder) auktion\b|\blauft (gerade|jetzt|heute)\b/,
  asks: /\b(haben sie|habt ihr|hatten sie|gibt es|gibts|verkaufen sie|verkauft ihr|fuhren sie)\b|\b(ich )?suche\b|\b(zeig|zeigen)\b|\b(zu verkaufen|im angebot|verfugbar|zum verkauf)\b|\bwelche (autos|wagen|fahrzeuge|lose)\b|\bwie viele (autos|wagen|fahrzeuge|lose)\b|\bwas endet (bald|heute)\b/,
  other:
    /\b(mein\w*|bin ich|habe ich|hab ich|unterschied|wie (funktioniert|lauft|kann)|warum|wer|wem|wessen|los(nummer|nr)? ?#?\d+|verkaufer|nachricht|e-?mail|passwort|rechnung|gebuhr(en)?|wenn|nach der|vor der)\b/,
  things: /\b(autos|wagen|fahrzeuge|lose|angebot|verkauf\w*|verfugbar|endet|etwas)\b/,
  below: /\b(unter|weniger als|bis( zu)?|hochstens|maximal|billiger als) \$? ?\d[\d.,]*( ?(k|tausend|euro|dollar))*\b/,
  thousands: /\d ?(k|tausend)\b/,
  miles: /\b(unter|weniger als|bis( zu)?|hochstens|maximal) \d[\d.,]*( ?(k|tausend))? ?(meilen|mi)\b/,
  lowMiles: /\b(wenig\w*|niedrig\w*|gering\w*) (meilen|laufleistung|kilometer\w*|gelaufen)\b/,
  cheap: /\b(billig\w*|gunstig\w*|preiswert\w*)\b/,
  newest: /\b(neueste\w*|neu eingestellt\w*)\b/,
  fillers: new Set(
    'aktuell alle am an angebot auch auf auktion auktionen auto autos bald bei bitte da das dem den der derzeit die dollar ein eine einen einer eines endet es etwas euro fahrzeug fahrzeuge fur gerade gerne gibt gibts guten habt haben hallo hatten heute ich ihr ihnen im in irgendein irgendeinen irgendwelche ist jetzt kaufen lose mir mit noch nur oder sie sind suche tag tausend uberhaupt und verfugbar verkaufen verkauf verkauft viele von wagen was welche wie zeig zeigen zu zum zur fuhren'.split(
      ' ',
    ),
  ),
  joins: new Set(
    'am auto autos bitte das der die ein eine einen fahrzeug fahrzeuge im in mit oder und wagen'.split(' '),
  ),
}

export const words: AssistantWords = { intentOf, offers: OFFERS, style: 'plain German, with “Sie”' }

const OWN = /\b(ich|mir|mich|mein|meine|meinem|meinen|meiner|meines|wir|unser|unsere|unseren)\b/
/** Asks how things work, not for the person's own state. */
const IN_GENERAL =
  /\b(was (passiert|geschieht|ist) wenn|was (jetzt|nun)|wie geht es weiter|wenn ich|wie(?! (viel|hoch|lautet|ist|steht|stehen|heisst))|muss ich|soll ich|darf ich|sollte ich|wie lange habe ich|kann ich (mein|meine|meinen|das|ein|eine|einen)? ?.*(zuruckziehen|stornieren|kundigen|andern|ansehen|senden|verkaufen|bezahlen|zahlen|erhohen|zuruck))\b/
const PRIVATE =
  /\b(maximum|maxima|gebotslimit|limit|e-?mail\w*|telefon\w*|adresse|anschrift|name|namen|rechnung|rechnungen|passwort|reisepass|ausweis|dokument|konto|guthaben|karte|automatische\w* gebot|identitat)\b/
const OTHERS =
  /\b(ander(e|er|en|em)|jemand\w*|hochstbietenden?|hochstbietender|gewinners?|kaufers?|verkaufers?|besitzers?|bieters|bieternummer \d+|nutzers?|mitglieds?|kunden|herrn?|frau)\b/

/** As the English one, for a question in German. */
function intentOf(question: string): Intent | null {
  const q = plain(question)
  if (
    /^(bist du|sind sie|seid ihr|rede ich mit|spreche ich mit) (eine?[mrn]? )?(echte\w* )?(mensch\w*|bot|roboter|maschine|computer|ki)\??$/.test(
      q,
    )
  )
    return { about: 'assistant' }
  if (isAboutOthers(q)) return { about: 'others' }
  if (
    /\bmindestpreis\w*\b/.test(q) &&
    /\b(wie hoch|wie viel|wieviel|was ist der|wie lautet|betrag|hohe|nenne|sag mir)\b/.test(q) &&
    !/\b(wenn|was ist ein|bedeutet|heisst|erreicht)\b/.test(q)
  )
    return { about: 'reserve' }
  if (
    /\b(ignorier\w*|(entwickler|debug|admin)\w*modus|(wiederhol|zeig)\w* (deine|eure|ihre) (anweisungen|regeln)|vergiss (alle|deine|die)|tu so|spiel\w* die rolle|(root|admin\w*)[- ]?passwort|api[- ]?schlussel|datenbank|sql|hack\w*)\b|\b(wie|hilf mir) (\w+ ){0,2}(drehe?|falsch\w*|manipulier\w*|fritsier\w*|klau\w*|frisier\w*|knack\w*) (ich |man )?(einen |den |das |die |ein |eine )?(tacho\w*|kilometer\w*|brief|fahrzeugbrief|los|title)\b/.test(
      q,
    )
  )
    return { about: 'staff-only' }
  if (isAction(q)) return { about: 'action' }
  return ownIntent(q) ?? vehicleIntent(q)
}

const FACTS =
  /\b(schlussel|meilen|kilometer\w*|tacho\w*|laufleistung|vin|fahrgestellnummer|motor|getriebe|automatik|diesel|elektrisch|springt|fahrt|fahrbereit|farbe|brief|fahrzeugbrief|salvage|unfall\w*|schaden|mangel|probleme?|rost|fotos?|bilder|zustand|details?|informationen|historie|gepruft)\b/

/** What a certain lot is like; about a vehicle that the person has, the FAQ answers. */
function vehicleIntent(q: string): Intent | null {
  const lotNumber = lotNumberIn(q)
  if (
    lotNumber === null ||
    !FACTS.test(q) ||
    /\b(mein\w*|gekauft|abgeholt|wann|bezahl\w*|gebuhr\w*|versand\w*|falsch\w*|stimm(t|en) nicht|gelogen)\b/.test(q)
  )
    return null
  return { about: 'vehicle', lotNumber }
}

/** Whose all our vehicles are: not whose one of them is. */
const COMPANY =
  /^[^\d]*\b(wer|wem|wessen)\b(?=[^\d]*\b(verkauf\w*|gehoren|besitz\w*)\b)[^\d]*\b(die|diese|eure|ihre|all die|all diese) (autos|wagen|fahrzeuge|lose|los)\b[^\d]*$/

function isAboutOthers(q: string): boolean {
  if (COMPANY.test(q)) return false
  if (
    /\b(wer|wem|wessen|welcher bieter)\b/.test(q) &&
    /\b(uberboten|uberbietet|gewonnen|gewinnt|gekauft|bietet|geboten|fuhrt|vorn|vorne|verkauft|gehort|besitzt|steckt dahinter)\b/.test(
      q,
    )
  )
    return !/\bwer (kann|darf)\b/.test(q)
  if (/\S+@\S+\.\S+/.test(q) && PRIVATE.test(q)) return true
  if (
    /\b(liste|zeig\w*|gib|nenn\w*|sag)\b.*\b(alle|aller|allen|die anderen|anderer) (nutzer|mitglieder|bieter|kunden|e-?mails|namen|konten)n?\b/.test(
      q,
    )
  )
    return true
  const asks = PRIVATE.test(q) && /\b(des|der|von|vom|hat|haben)\b/.test(q) && OTHERS.test(q)
  return asks && !/\b(mein|meine|meinem|meinen|meiner|ich)\b/.test(q)
}

/** A command to bid or decide in the person's name; `wie` asks for instructions. */
function isAction(q: string): boolean {
  if (/\bwie\b|\bnicht\b|\bkein\w*\b|\bfehler\b/.test(q)) return false
  return (
    /^(bitte |hallo |hey )*((kannst du|konnen sie|konnten sie|ich mochte dass (sie|du)) )?(bitte )?(fur mich |mein\w* |das |ein |auf )*\b(biete|bieten|gib|geben|setz\w*|leg\w*|erhoh\w*|senk\w*|storniere\w*|zieh\w*|kauf\w*|verifizier\w*|genehmig\w*|verlanger\w*|gebot|maximum|lot|los)\b/.test(
      q,
    ) &&
    /\b(biete|bieten|gib|geben|setz\w*|leg\w*|erhoh\w*|senk\w*|storniere\w*|zieh\w*|kauf\w*|verifizier\w*|genehmig\w*|verlanger\w*)\b/.test(
      q,
    ) &&
    (/\b(gebot|gebote|maximum|limit|lot|los|lose|verifizierung|dokument|fur mich)\b/.test(q) || /\d ?\$|\$ ?\d/.test(q))
  )
}

function ownIntent(q: string): Intent | null {
  const lotNumber = lotNumberIn(q)
  const isOwn = OWN.test(q)
  if (
    /\bmein\w* (automatisches gebot|automatischen gebots|maximum|maximums)\b/.test(q) &&
    /\b(was|wie (hoch|viel|lautet)|wieviel|zeig\w*|sag|wo)\b/.test(q) &&
    !/\bkann ich\b/.test(q)
  )
    return { about: 'own-maximum', lotNumber }
  if (
    /\b(wann|um wie viel uhr|wie lange|bis wann)\b/.test(q) &&
    /\b(endet|enden|schliesst|schliessen|lauft|laufen|vorbei|noch|zu ende)\b/.test(q) &&
    (lotNumber !== null || (isOwn && /\b(los|lose|auktion|gebot)\b/.test(q)))
  )
    return { about: 'lot-end', lotNumber }
  if (
    /\b(abholung|abholen|abgeholt|hole ich|wo (steht|ist|befindet))\b/.test(q) &&
    (lotNumber !== null || /\b(mein los|gewonnen|gekauft)\b/.test(q))
  )
    return { about: 'pickup', lotNumber }
  if (
    isOwn &&
    /\b(gebotslimit|mein limit|kaufkraft|(wie viel|wieviel) (kann|darf) ich (noch )?(bieten|ausgeben|binden))\b/.test(
      q,
    ) &&
    !/\b(erhohen|hoher|was ist ein)\b/.test(q)
  )
    return { about: 'limit' }
  if (isOwed(q)) return { about: 'owed' }
  if (
    lotNumber !== null &&
    /\b(preis|wie viel|wieviel|wie hoch|aktuelles gebot|hochstgebot|nachstes gebot|nachste gebot|wo steht|steht)\b/.test(
      q,
    ) &&
    !/\b(gebuhr\w*|aufgeld|steuer\w*|gesamt\w*|mindestpreis|versand|transport|standgeld|mein\w*)\b/.test(q)
  )
    return { about: 'price', lotNumber }
  return isOwn && !IN_GENERAL.test(q) ? stateIntent(q, lotNumber) : null
}

function isOwed(q: string): boolean {
  if (
    /\b(was (passiert|geschieht|ist) wenn|was (jetzt|nun)|wie geht es weiter|wenn ich|wie (bezahle|zahle|kann)|mitglied\w*|wann muss ich|zusatzlich)\b/.test(
      q,
    )
  )
    return false
  return (
    /\b(schulde ich|schulde|offenen? (betrag|rechnung|rechnungen|zahlung|zahlungen)|noch (etwas |was )?(zu zahlen|zahlen|bezahlen|offen)|(habe ich|gibt es) (noch )?(eine |irgendwelche )?(offene |unbezahlte )?(rechnung|rechnungen|schulden)|meine rechnung(en)? (ist|sind|bezahlt|fallig))\b/.test(
      q,
    ) ||
    /\bist meine rechnung\b|\b(meine|die) (zahlung|uberweisung) (schon |bereits )?(da|angekommen|eingegangen|erhalten)\b|\b(zahlung|uberweisung) .*(angekommen|eingegangen|erhalten)\b/.test(
      q,
    )
  )
}

/** Asks about the current state of the person's own things. */
function stateIntent(q: string, lotNumber: number | null): Intent | null {
  if (/\berstatt(?!bar)\w*|\bruckzahlung\b|\bgeld zuruck\b/.test(q)) return { about: 'refund' }
  if (
    /\bmein\w* (nachricht|anfrage|frage|ticket)\b/.test(q) &&
    /\b(beantwortet|antwort|geantwortet|stand|status|gelesen|erhalten)\b/.test(q)
  )
    return { about: 'messages' }
  if (/\b(mitgliedschaft|mitgliedsbeitrag|bin ich (schon |bereits )?mitglied)\b/.test(q)) return { about: 'membership' }
  if (
    /\b(bin ich (schon |bereits |jetzt )?(verifiziert|freigegeben|freigeschaltet)|mein\w* (verifizierung|dokument|identitat|ausweis\w?|reisepass)|(kann|darf) ich (schon |jetzt |bereits )?bieten)\b/.test(
      q,
    ) &&
    !/\b((warum|wozu|wofur) (wollt|wollen|braucht|brauchen|verlangt|muss)|danach)\b/.test(q)
  )
    return { about: 'verified' }
  if (/\bmein konto\b.*\b(aktiv|gesperrt|blockiert|status|ordnung)\b|\bbin ich (gesperrt|blockiert)\b/.test(q))
    return { about: 'account' }
  if (/\bmein\w* bieternummer\b|\bwelche bieternummer\b/.test(q)) return { about: 'paddle' }
  if (
    !/\bander\w+\b/.test(q) &&
    /\b(welche[sn]?|wie viele|meine) (los|lose|losen|gebote|auktionen)\b|\bwas habe ich (gewonnen|gekauft|ersteigert)\b|\bworauf (biete|habe) ich\b|\bmeine (merkliste|favoriten|beobachtungsliste|gemerkten)\b|\bdie ich (beobachte|verfolge)\b/.test(
      q,
    )
  )
    return lotNumber === null ? { about: 'positions' } : { about: 'outcome', lotNumber }
  if (
    /\b(uberboten|gewonnen|verloren|fuhre ich|fuhre|in fuhrung|vorn|vorne|hochstbietende[rn]?|mein gebot (auf|bei|gilt))\b/.test(
      q,
    )
  )
    return { about: 'outcome', lotNumber }
  return null
}
