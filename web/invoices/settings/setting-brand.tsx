import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { sendBrandPicture } from '#contract/content/brand.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { type Draft, ROW, Section } from './setting-section.tsx'
import { t } from '#web/platform/language/text.ts'

const USUAL = '#ffcf1a'

/** The color, the logo and the director's portrait. */
export function BrandSection({ settings, set, faultOf }: Draft) {
  const { brand } = settings
  const change = (own: Partial<typeof brand>) => set({ brand: { ...brand, ...own } })
  const fault = faultOf('brand')
  return (
    <Section
      id="brand"
      lead={t`Used on every page, in emails and on shared links. Your name is the company name below.`}
      {...(fault === undefined ? {} : { fault })}
    >
      <div className={ROW}>
        <Field label={t`Accent color`} hint={t`Dark text on it has to be readable.`}>
          <Input
            type="color"
            className="h-11 w-24 p-1"
            value={brand.accent ?? USUAL}
            onChange={({ target }) => change({ accent: target.value === USUAL ? null : target.value })}
          />
        </Field>
        <span />
        <Picture kind="logo" label={t`Logo`} path={brand.logo} onChange={(logo) => change({ logo })} />
        <Picture
          kind="portrait"
          label={t`Director’s portrait`}
          path={brand.portrait}
          onChange={(portrait) => change({ portrait })}
        />
      </div>
    </Section>
  )
}

function Picture({
  kind,
  label,
  path,
  onChange,
}: {
  kind: 'logo' | 'portrait'
  label: string
  path: string | null
  onChange: (path: string | null) => void
}) {
  const { run, busy, fault } = useAttempt(async (file: File) => {
    const body = new FormData()
    body.set('picture', file)
    onChange((await call(sendBrandPicture, { query: { kind }, body })).path)
  })
  return (
    <div>
      <Field
        label={label}
        hint={busy ? t`Sending the file` : t`SVG, PNG, JPEG or WebP, up to 10 MB.`}
        error={fault ?? undefined}
      >
        <Input
          type="file"
          accept="image/svg+xml,image/png,image/jpeg,image/webp"
          className="py-2"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file !== undefined) void run(file)
          }}
        />
      </Field>
      {path === null ? null : (
        <div className="mt-2 flex items-center gap-3">
          <img src={path} alt={t`${label}, as it is shown`} className="h-12 max-w-48 rounded-sm object-contain" />
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>{t`Remove`}</Button>
        </div>
      )}
    </div>
  )
}
