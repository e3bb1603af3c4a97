import type { ComponentProps } from 'react'
import { photoSources, photoUrl } from '#contract/lots/photos.ts'

/** The data needed to show a photo. `width` and `height` in pixels of the widest stored version, where known. */
export type Pictured = { url: string; width?: number; height?: number; placeholder?: string | null }

/**
 * A photo in the best format and the right width; `sizes` gives its display width. Its blurred placeholder fills the
 * frame until it loads. `eager`: the first one of a page, fetched before all others.
 */
export function Picture({
  photo,
  sizes,
  alt,
  eager = false,
  className = '',
  ...rest
}: Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height' | 'loading'> & {
  photo: Pictured
  sizes: string
  alt: string
  eager?: boolean | undefined
}) {
  const { url, width = 1200, height = 800, placeholder } = photo
  const sources = photoSources(url, photo.width)
  const best = sources.slice(0, -1)
  const last = sources.at(-1)
  return (
    <picture className="contents">
      {best.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        {...rest}
        src={last === undefined ? url : photoUrl(url, 960)}
        srcSet={last?.srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        // Without a connection the frame stays empty: a browser's mark for a broken picture says nothing.
        onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
        onLoad={({ currentTarget }) => (currentTarget.style.visibility = '')}
        className={`bg-fog bg-cover bg-center ${className}`}
        {...(placeholder == null ? {} : { style: { backgroundImage: `url("${placeholder}")` } })}
      />
    </picture>
  )
}
