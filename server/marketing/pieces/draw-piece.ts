import QRCode from 'qrcode'
import sharp from 'sharp'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { PIECES, type Piece } from '#contract/marketing/pieces.ts'
import type { PersonFacts } from '#server/accounts/find-people.ts'
import { languageOf } from '#server/platform/language/account-language.ts'
import { inLanguage, t, translated } from '#server/platform/language/text.ts'
import type { App } from '#server/platform/app.ts'
import { brandPicture } from '#server/platform/brand-picture.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { drawInThread } from '#server/platform/pdf/pdf-thread.ts'
import type { Mark, Poster } from '#server/platform/pdf/poster.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { bannerMarks } from './banners.ts'
import { code, USUAL_ACCENT, type PieceWords } from './layout.ts'
import { flyerMarks, PAPERS, tearOffMarks } from './papers.ts'

/** The link of a member's piece, which says where it was found. */
function pieceLink(app: App, piece: Piece, referralCode: string): string {
  const query = new URLSearchParams({ ref: referralCode, via: PIECES[piece].channel })
  return `${app.config.publicUrl}/register?${query.toString()}`
}

/** Draws a piece with the member's name and code, as the file that its format says, in the member's language. */
export async function drawPiece(app: App, piece: Piece, member: PersonFacts): Promise<Buffer> {
  const [terms, language] = await Promise.all([readCompanyTerms(app), languageOf(app.db, member.id)])
  const logo = await brandPicture(app.db, terms.brand.logo)
  const poster = inLanguage(language, () => posterOf(app, piece, wordsOf(app, terms, logo, { piece, member })))
  const drawn = await drawInThread(poster)
  return PIECES[piece].format === 'png' ? sharp(drawn).png().toBuffer() : drawn
}

function posterOf(app: App, piece: Piece, words: PieceWords): Poster {
  const { format, size, label } = PIECES[piece]
  const [width, height] = typeof size === 'string' ? PAPERS[size] : size
  return {
    as: format === 'pdf' ? 'pdf' : 'svg',
    title: `${words.company}: ${translated(label)}`,
    author: words.company,
    at: app.now(),
    width,
    height,
    marks: marksOf(piece, words, width, height),
  }
}

function marksOf(piece: Piece, words: PieceWords, width: number, height: number): Mark[] {
  const { kind } = PIECES[piece]
  switch (kind) {
    case 'qr':
      return code(words.qr, 0, 0, width)
    case 'banner':
      return bannerMarks(words, width, height)
    case 'flyer':
      return flyerMarks(words, width, height)
    case 'tear-off':
      return tearOffMarks(words, width, height)
    default:
      return kind satisfies never
  }
}

function wordsOf(
  app: App,
  terms: CompanyTerms,
  logo: Uint8Array | undefined,
  { piece, member: { name, referralCode } }: { piece: Piece; member: PersonFacts },
): PieceWords {
  const fee = moneyText(terms.membershipFee, terms.currency)
  const { host } = new URL(app.config.publicUrl)
  return {
    company: terms.companyName,
    name,
    code: referralCode,
    address: `${host}/register`,
    fee: t`Joining costs ${{ fee }} once, refundable for ${{ days: terms.membershipRefundDays }} days if you haven’t placed a bid. Bidding requires an identity check.`,
    accent: terms.brand.accent ?? USUAL_ACCENT,
    logo,
    qr: modulesOf(pieceLink(app, piece, referralCode)),
  }
}

/** The rows of the QR code of a link. */
function modulesOf(link: string): string[] {
  const { modules } = QRCode.create(link, { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, y) =>
    Array.from({ length: modules.size }, (__, x) => (modules.get(y, x) === 0 ? '0' : '1')).join(''),
  )
}
