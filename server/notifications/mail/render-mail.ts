import { languageNow, t } from '#server/platform/language/text.ts'
import { escapeHtml } from '../words/text.ts'
import type { Words } from '../words/notice-words.ts'

/** The company details around the text of every email. `publicUrl` without a trailing slash. */
export type Letterhead = {
  companyName: string
  /** The color of the name and of the button; null: the usual one. */
  accent: string | null
  /** The URL of the logo, shown in place of the name on its color; null if there isn't one. */
  logo: string | null
  address: string
  contactEmail: string
  publicUrl: string
  /** How the reader is greeted; empty: without a name. */
  readerName: string
  /** Where the reader turns off such emails; null for those that are always sent. */
  unsubscribePath: string | null
  /** False: the reader has no account and so no settings. */
  isToAccount: boolean
}

function greeting({ readerName }: Letterhead): string {
  return readerName === '' ? t`Hello,` : t`Hello ${{ readerName }},`
}

/** As in `web/ui/tokens.css`. */
const USUAL_ACCENT = '#ffcf1a'

const CHOICES_PATH = '/profile#notifications'

export function mailText(words: Words, head: Letterhead): string {
  const width = Math.max(0, ...words.facts.map(([name]) => name.length)) + 2
  const blocks = [
    greeting(head),
    words.body,
    words.facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n'),
    words.action === null ? '' : `${words.action.label}:\n${head.publicUrl}${words.action.path}`,
    ...words.more,
    words.stop === null ? '' : `${words.stop.label}:\n${head.publicUrl}${words.stop.path}`,
    ['--', ...footer(head)].join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function whySent({ isToAccount }: Letterhead): string {
  return isToAccount
    ? t`We always send emails about the security of your account and about your purchases.`
    : t`You get this email because someone wrote to us with this address.`
}

function footer(head: Letterhead): string[] {
  const { companyName, address, contactEmail, publicUrl, unsubscribePath } = head
  const choices =
    unsubscribePath === null
      ? [whySent(head)]
      : [
          t`Choose which emails you get: ${{ address: publicUrl + CHOICES_PATH }}`,
          t`Unsubscribe: ${{ address: publicUrl + unsubscribePath }}`,
        ]
  return [companyName, address, contactEmail, ...choices].filter((line) => line !== '')
}

/** Tables and inline styles, which email programs render alike. No image but the logo, which is the same for every reader. */
export function mailHtml(words: Words, head: Letterhead): string {
  const url = head.publicUrl
  return `<!doctype html>
<html lang="${languageNow()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<base target="_blank">
<title>${escapeHtml(words.title)}</title>
</head>
<body style="margin:0;background:#f4f6f8;color:#10151b;font:16px/1.5 Archivo,Arial,Helvetica,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(words.body)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f8">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #d9dee3;border-radius:6px">
<tr><td style="padding:24px 28px 0">
${nameplate(head)}
</td></tr>
<tr><td style="padding:20px 28px 28px">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">${escapeHtml(words.title)}</h1>
${paragraph(greeting(head))}
${paragraph(words.body)}
${factsTable(words.facts)}
${words.action === null ? '' : button(words.action.label, url + words.action.path, head.accent ?? USUAL_ACCENT)}
${words.more.map(paragraph).join('\n')}
${words.stop === null ? '' : link(words.stop.label, url + words.stop.path)}
</td></tr>
<tr><td style="padding:16px 28px 20px;border-top:1px solid #d9dee3;color:#4a5560;font-size:13px">
${footerHtml(head)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function nameplate({ companyName, accent, logo, publicUrl }: Letterhead): string {
  const [href, name] = [`${escapeHtml(publicUrl)}/`, escapeHtml(companyName)]
  if (logo !== null)
    return `<a href="${href}" style="color:#10151b;font-weight:bold"><img src="${escapeHtml(logo)}" alt="${name}" height="40" style="display:block;border:0;height:40px;width:auto;max-width:100%"></a>`
  return `<a href="${href}" style="display:inline-block;background:${accent ?? USUAL_ACCENT};color:#10151b;border:2px solid #10151b;border-radius:4px;padding:2px 10px;font-weight:bold;letter-spacing:1px;text-decoration:none">${escapeHtml(companyName.toUpperCase())}</a>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 14px;white-space:pre-line">${escapeHtml(text)}</p>`
}

function link(label: string, href: string): string {
  return `<p style="margin:0 0 14px">${anchor(label, href)}</p>`
}

function anchor(label: string, href: string): string {
  return `<a href="${escapeHtml(href)}" style="color:#1f4fa3">${escapeHtml(label)}</a>`
}

function button(label: string, href: string, accent: string): string {
  return `<p style="margin:20px 0"><a href="${escapeHtml(href)}" style="display:inline-block;background:${accent};color:#10151b;border-radius:6px;padding:13px 22px;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>`
}

function factsTable(facts: Words['facts']): string {
  if (facts.length === 0) return ''
  const cell = 'padding:8px 0;border-top:1px solid #d9dee3;vertical-align:top'
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="${cell};color:#4a5560;padding-right:16px">${escapeHtml(name)}</td><td style="${cell};font-weight:bold">${escapeHtml(value)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-bottom:1px solid #d9dee3">${rows.join('')}</table>`
}

function footerHtml(head: Letterhead): string {
  const { companyName, address, contactEmail, publicUrl, unsubscribePath } = head
  const mailto = contactEmail === '' ? '' : anchor(contactEmail, `mailto:${contactEmail}`)
  const choices =
    unsubscribePath === null
      ? whySent(head)
      : `${anchor(t`Choose which emails you get`, publicUrl + CHOICES_PATH)} · ${anchor(t`Unsubscribe`, publicUrl + unsubscribePath)}`
  return [escapeHtml(companyName), escapeHtml(address), mailto, choices].filter((line) => line !== '').join('<br>\n')
}
