import type { Mark } from '#server/platform/pdf/poster.ts'
import { code, headline, INK, invitation, PAPER, plate, type PieceWords } from './layout.ts'

/** A banner of any size: wide ones are one row, tall ones a column; the others have the QR code beside the text, square ones below it. */
export function bannerMarks(words: PieceWords, width: number, height: number): Mark[] {
  const ground: Mark = { does: 'fill', x: 0, y: 0, width, height, color: INK }
  if (width / height > 2.5) return [ground, ...row(words, width, height)]
  if (width / height < 0.6) return [ground, ...column(words, width, height)]
  return [ground, ...(width / height > 1.1 ? halves(words, width, height) : square(words, width, height))]
}

/** Too low for a code that a phone can read. */
function row(words: PieceWords, width: number, height: number): Mark[] {
  const pad = height * 0.14
  const brand = Math.min(width * 0.28, height * 2)
  const x = pad * 2 + brand
  const text = { x, width: width - x - pad }
  const inner = height - 2 * pad
  return [
    ...plate(words, { x: pad, y: height * 0.28, width: brand, height: height * 0.44 }),
    { does: 'text', text: headline(), ...text, y: pad, height: inner * 0.58, size: 22, strong: true, color: PAPER },
    {
      does: 'text',
      text: invitation(words).replace('\n', ', '),
      ...text,
      y: pad + inner * 0.6,
      height: inner * 0.4,
      size: 15,
      color: words.accent,
    },
  ]
}

function halves(words: PieceWords, width: number, height: number): Mark[] {
  const pad = height * 0.08
  const qr = Math.min(width * 0.36, height - 2 * pad)
  const text = { x: pad, width: width - qr - pad * 3 }
  const inner = height - 2 * pad
  return [
    ...plate(words, { x: pad, y: pad, width: Math.min(text.width, inner * 0.62), height: inner * 0.16 }),
    {
      does: 'text',
      text: headline(),
      ...text,
      y: pad + inner * 0.22,
      height: inner * 0.48,
      size: height * 0.11,
      strong: true,
      color: PAPER,
    },
    {
      does: 'text',
      text: invitation(words),
      ...text,
      y: pad + inner * 0.74,
      height: inner * 0.26,
      size: height * 0.06,
      color: words.accent,
    },
    ...code(words.qr, width - qr - pad, (height - qr) / 2, qr),
  ]
}

function column(words: PieceWords, width: number, height: number): Mark[] {
  const pad = width * 0.08
  const inner = width - 2 * pad
  const brand = inner * 0.24
  const head = pad * 3 + brand
  const qrAt = height - pad - inner
  const foot = width * 0.45
  const text = { x: pad, width: inner }
  const place = { ...text, y: head, height: qrAt - foot - pad - head }
  return [
    ...plate(words, { x: pad, y: pad, width: inner, height: brand }),
    { does: 'text', text: headline(), ...place, size: width * 0.16, strong: true, color: PAPER },
    {
      does: 'text',
      text: invitation(words),
      ...text,
      y: qrAt - foot - pad,
      height: foot,
      size: width * 0.09,
      color: words.accent,
    },
    ...code(words.qr, pad, qrAt, inner),
  ]
}

function square(words: PieceWords, width: number, height: number): Mark[] {
  const pad = width * 0.07
  const inner = width - 2 * pad
  const qr = height * 0.34
  const qrAt = height - pad - qr
  const head = pad + height * 0.14
  const place = { x: pad, y: head, width: inner, height: qrAt - pad * 0.6 - head }
  const beside = { x: pad * 1.6 + qr, y: qrAt, width: inner - qr - pad * 0.6, height: qr }
  return [
    ...plate(words, { x: pad, y: pad, width: width * 0.36, height: height * 0.1 }),
    { does: 'text', text: headline(), ...place, size: width * 0.105, strong: true, color: PAPER },
    ...code(words.qr, pad, qrAt, qr),
    { does: 'text', text: invitation(words), ...beside, size: width * 0.055, color: words.accent },
  ]
}
