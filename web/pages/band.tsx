import type { BandName } from '#contract/content/page-layout.ts'

/** Photos of the public pages; who made them is in demo/photos/CREDITS.md. */
const BANDS: Record<BandName, { wide: string; half: string; tall: string }> = {
  row: {
    wide: new URL('./bands/row-1600.avif', import.meta.url).href,
    half: new URL('./bands/row-960.avif', import.meta.url).href,
    tall: new URL('./bands/row-tall.avif', import.meta.url).href,
  },
  yard: {
    wide: new URL('./bands/yard-1600.avif', import.meta.url).href,
    half: new URL('./bands/yard-960.avif', import.meta.url).href,
    tall: new URL('./bands/yard-tall.avif', import.meta.url).href,
  },
  inspection: {
    wide: new URL('./bands/inspection-1600.avif', import.meta.url).href,
    half: new URL('./bands/inspection-960.avif', import.meta.url).href,
    tall: new URL('./bands/inspection-tall.avif', import.meta.url).href,
  },
}

/** One photo across the page. It says nothing that the text doesn't, so screen readers skip it. */
export function Band({ name }: { name: BandName }) {
  const { wide, half, tall } = BANDS[name]
  return (
    <picture className="block overflow-hidden rounded-md bg-fog">
      <source media="(max-width: 39.99rem)" srcSet={tall} />
      <img
        src={half}
        srcSet={`${half} 960w, ${wide} 1600w`}
        sizes="(min-width: 84rem) 81rem, 100vw"
        alt=""
        width={1600}
        height={500}
        className="aspect-3/2 w-full object-cover sm:aspect-16/5 lg:aspect-16/4"
      />
    </picture>
  )
}
