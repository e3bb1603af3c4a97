import { t } from '#server/platform/language/text.ts'
import type { Mark } from '#server/platform/pdf/poster.ts'
import { code, headline, INK, invitation, PAPER, plate, SLATE, type PieceWords } from './layout.ts'

/** Points: 72 per inch. */
export const PAPERS = { letter: [612, 792], a4: [595.28, 841.89] } as const

const MARGIN = 48
const points = () => [
  t`Every car lists its known flaws, with photos.`,
  t`You see the total with all fees before each bid.`,
  t`A bid in the last minutes extends the auction.`,
  t`Anyone can verify the bid history afterward.`,
]

/** One page to hand out. */
export function flyerMarks(words: PieceWords, width: number, height: number): Mark[] {
  const inner = width - 2 * MARGIN
  const qr = 230
  const qrAt = height - MARGIN - 84 - qr
  return [
    ...top(words, width, height, 40),
    ...code(words.qr, MARGIN, qrAt, qr),
    {
      does: 'text',
      text: t`Scan to register`,
      x: MARGIN + qr + 24,
      y: qrAt + 18,
      width: inner - qr - 24,
      height: 40,
      size: 26,
      strong: true,
      color: INK,
    },
    {
      does: 'text',
      text: `${t`or go to`}\n${words.address}`,
      x: MARGIN + qr + 24,
      y: qrAt + 66,
      width: inner - qr - 24,
      height: 70,
      size: 16,
      color: INK,
    },
    {
      does: 'text',
      text: invitation(words),
      x: MARGIN + qr + 24,
      y: qrAt + 146,
      width: inner - qr - 24,
      height: 66,
      size: 16,
      color: SLATE,
    },
    {
      does: 'text',
      text: words.fee,
      x: MARGIN,
      y: height - MARGIN - 44,
      width: inner,
      height: 44,
      size: 10,
      color: SLATE,
    },
  ]
}

const TABS = 10
const TAB_HEIGHT = 168

/** A page to hang up, with strips to tear off. */
export function tearOffMarks(words: PieceWords, width: number, height: number): Mark[] {
  const cutAt = height - TAB_HEIGHT
  const tab = width / TABS
  const qr = 150
  const qrAt = cutAt - 60 - qr
  const beside = { x: MARGIN + qr + 24, width: width - 2 * MARGIN - qr - 24 }
  const tabs = Array.from({ length: TABS }, (_, index): Mark[] => {
    const box = { y: cutAt + 10, width: TAB_HEIGHT - 20, turn: true, center: true }
    return [
      ...(index === 0
        ? []
        : [{ does: 'cut' as const, from: [index * tab, cutAt] as const, to: [index * tab, height] as const }]),
      {
        does: 'text',
        text: words.company,
        ...box,
        x: index * tab + tab * 0.62,
        height: tab * 0.3,
        size: 13,
        strong: true,
        color: INK,
      },
      {
        does: 'text',
        text: `${words.address}\n${t`Code ${{ code: words.code }}`}`,
        ...box,
        x: index * tab + tab * 0.1,
        height: tab * 0.5,
        size: 10,
        color: INK,
      },
    ]
  })
  return [
    ...top(words, width, height, 34),
    ...code(words.qr, MARGIN, qrAt, qr),
    {
      does: 'text',
      text: t`Scan, or take a strip`,
      ...beside,
      y: qrAt + 20,
      height: 34,
      size: 22,
      strong: true,
      color: INK,
    },
    {
      does: 'text',
      text: invitation(words),
      ...beside,
      y: qrAt + 62,
      height: 60,
      size: 15,
      color: SLATE,
    },
    {
      does: 'text',
      text: words.fee,
      x: MARGIN,
      y: cutAt - 46,
      width: width - 2 * MARGIN,
      height: 34,
      size: 9,
      color: SLATE,
    },
    { does: 'cut', from: [0, cutAt], to: [width, cutAt] },
    ...tabs.flat(),
  ]
}

function top(words: PieceWords, width: number, height: number, size: number): Mark[] {
  const inner = width - 2 * MARGIN
  const pointsAt = MARGIN + 62 + size * 3.8
  return [
    { does: 'fill', x: 0, y: 0, width, height, color: PAPER },
    ...plate(words, { x: MARGIN, y: MARGIN, width: 160, height: 42 }),
    {
      does: 'text',
      text: headline(),
      x: MARGIN,
      y: MARGIN + 58,
      width: inner,
      height: size * 3.7,
      size,
      strong: true,
      color: INK,
    },
    ...points().map((text, index): Mark => ({
      does: 'text',
      text,
      x: MARGIN,
      y: pointsAt + index * 28,
      width: inner,
      height: 26,
      size: 16,
      color: INK,
    })),
  ]
}
