import { t, translated } from '#web/platform/language/text.ts'
import { PIECES, PIECE_NAMES, type Piece } from '#contract/marketing/pieces.ts'
import { RequestFailed } from '../ui/request-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePieces } from './use-marketing.ts'

const BANNERS = PIECE_NAMES.filter((piece) => PIECES[piece].kind === 'banner')

/** Downloads of the pieces with the member's name and code; says so if their links can't be loaded. */
export function Downloads({ pieces }: { pieces: readonly Piece[] }) {
  const { data, error } = usePieces()
  if (data === undefined && error !== null) {
    return <RequestFailed title={t`We couldn’t load your downloads`} failure={error} />
  }
  return (
    <span className="flex flex-wrap gap-x-5">
      {pieces.map((piece) => (
        <Download key={piece} piece={piece} url={data?.get(piece)} />
      ))}
    </span>
  )
}

function Download({ piece, url }: { piece: Piece; url: string | undefined }) {
  const label = translated(PIECES[piece].label)
  if (url === undefined) return <Skeleton className="my-3 h-5 w-36" />
  return (
    <a href={url} download className="inline-flex min-h-11 items-center text-link pointer-fine:min-h-9">
      <span className="sr-only">{t`Download`} </span>
      {label}
    </a>
  )
}

/** The code that opens the member's link. */
export function QrCode() {
  const { data } = usePieces()
  const url = data?.get('qr-svg')
  return (
    <div className="mt-4 flex flex-wrap items-start gap-6">
      {url === undefined ? (
        <Skeleton className="size-44" />
      ) : (
        <img src={url} alt={t`QR code of your referral link`} className="size-44 rounded-sm border border-line" />
      )}
      <Downloads pieces={['qr-svg', 'qr-png']} />
    </div>
  )
}

/** All banners in their proportions, each with its size in pixels. */
export function Banners() {
  const { data, error } = usePieces()
  if (data === undefined && error !== null) return <Downloads pieces={BANNERS} />
  return (
    <ul className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-8">
      {BANNERS.map((piece) => {
        const [width, height] = sizeOf(piece)
        const url = data?.get(piece)
        return (
          <li key={piece} className="max-w-full">
            {url === undefined ? (
              <Skeleton className="h-24 w-64" />
            ) : (
              <img
                src={url}
                alt={t`${translated(PIECES[piece].label)} banner with your name and code`}
                width={width}
                height={height}
                className="h-auto max-h-64 w-auto max-w-full border border-line"
              />
            )}
            <span className="mt-1 flex items-center gap-3 text-sm">
              <Download piece={piece} url={url} />
              <span className="tabular text-slate">
                {width} × {height}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function sizeOf(piece: Piece): readonly [number, number] {
  const { size } = PIECES[piece]
  return typeof size === 'string' ? [0, 0] : size
}
