import type { ReferralChannel } from '../accounts/referral-channels.ts'

type PieceFacts = {
  kind: 'qr' | 'banner' | 'flyer' | 'tear-off'
  format: 'svg' | 'png' | 'pdf'
  label: string
  /** Pixels, or the format of a printed page. */
  size: readonly [width: number, height: number] | 'letter' | 'a4'
  channel: ReferralChannel
}

const banner = (label: string, width: number, height: number): PieceFacts => ({
  kind: 'banner',
  format: 'png',
  label,
  size: [width, height],
  channel: 'banner',
})

/** What a member can download with their name and code on it, by the name in its address. */
export const PIECES = {
  'qr-svg': { kind: 'qr', format: 'svg', label: 'QR code, SVG', size: [1024, 1024], channel: 'qr' },
  'qr-png': { kind: 'qr', format: 'png', label: 'QR code, PNG', size: [1024, 1024], channel: 'qr' },
  'banner-leaderboard': banner('Leaderboard', 728, 90),
  'banner-rectangle': banner('Rectangle', 300, 250),
  'banner-skyscraper': banner('Skyscraper', 160, 600),
  'banner-mobile': banner('Mobile', 320, 100),
  'banner-preview': banner('Link preview', 1200, 630),
  'banner-square': banner('Square', 1080, 1080),
  'flyer-letter': { kind: 'flyer', format: 'pdf', label: 'Flyer, Letter', size: 'letter', channel: 'flyer' },
  'flyer-a4': { kind: 'flyer', format: 'pdf', label: 'Flyer, A4', size: 'a4', channel: 'flyer' },
  'tear-off-letter': {
    kind: 'tear-off',
    format: 'pdf',
    label: 'Tear-off sheet, Letter',
    size: 'letter',
    channel: 'tear-off',
  },
  'tear-off-a4': { kind: 'tear-off', format: 'pdf', label: 'Tear-off sheet, A4', size: 'a4', channel: 'tear-off' },
} as const satisfies Record<string, PieceFacts>

export type Piece = keyof typeof PIECES

export const PIECE_NAMES = Object.keys(PIECES) as [Piece, ...Piece[]]
