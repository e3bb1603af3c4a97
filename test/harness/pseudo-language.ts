import type { BrowserContext, Page } from 'playwright-core'

/**
 * A language that exists in tests alone: every text is accented and about a third longer, so that what isn't translated and what has too
 * little room stands out. Runs in the page, before its scripts.
 */
export function pseudoLanguage(): void {
  const VOWELS: Record<string, string> = { a: 'áà', e: 'éè', i: 'íì', o: 'óò', u: 'úù', y: 'ýÿ' }
  const OTHERS: Record<string, string> = { A: 'Áà', E: 'Éè', I: 'Íì', O: 'Óò', U: 'Úù', Y: 'Ýÿ' }
  const accented = (text: string) => text.replaceAll(/[aeiouyAEIOUY]/g, (letter) => VOWELS[letter] ?? OTHERS[letter]!)
  // Places of elements stay: `<0>terms</0>`.
  const inPseudo = (text: string) =>
    text
      .split(/(<\/?\d+\/?>)/)
      .map((part, index) => (index % 2 === 1 ? part : accented(part)))
      .join('')
  type Part = string | readonly [name: string, kind?: string | undefined, choices?: Record<string, Message> | undefined]
  type Message = string | readonly Part[]
  const find = (message: Message): Message => {
    if (typeof message === 'string') return inPseudo(message)
    return message.map((part): Part => {
      if (typeof part === 'string') return part === '#' ? part : inPseudo(part)
      const [name, kind, choices] = part
      if (choices === undefined) return part
      const forms = Object.entries(choices).map(([form, text]) => [form, find(text)])
      return [name, kind, Object.fromEntries(forms) as Record<string, Message>]
    })
  }
  Object.assign(globalThis, {
    inPseudo,
    languageCatalog: {
      find,
      customs: { formOf: (count: number) => (count === 1 ? 'one' : 'other'), locale: 'en-US' },
      translate: inPseudo,
    },
  })
}

/** Gives the texts that staff edit the same accents: the page asks for them, and none comes with it. */
export async function pseudoTexts(context: BrowserContext): Promise<void> {
  await context.route(/\/api\/(articles|faq|banner)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(
      /"(text|title|heading|question|caption)":"((?:[^"\\]|\\.)*)"/g,
      (_, name: string, text: string) =>
        `"${name}":"${text.replaceAll(/[aeiouyAEIOUY]/g, (letter) => `${letter}\u0301`)}"`,
    )
    await route.fulfill({ response, body })
  })
  await context.route(
    (url) => !url.pathname.includes('.') && !url.pathname.startsWith('/api/') && !url.pathname.startsWith('/photos/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({
        response,
        body: body.replace(/<script type="application\/json" id="first-answers">[^]*?<\/script>/, ''),
      })
    },
  )
}

/** Visible texts, and those that are read aloud, with words of plain English that aren't data. `data`: a regular expression. */
export function plainWords(page: Page, data: string): Promise<string[]> {
  return page.evaluate((source) => {
    const isData = new RegExp(source, 'i')
    const isPlain = (text: string) =>
      text
        .split(/[^\p{L}\p{M}]+/u)
        .some((word) => /^[A-Za-z]{3,}$/.test(word) && /[aeiouyAEIOUY]/.test(word) && !isData.test(word))
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const box = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (text === '' || box === null || box.closest('script, style, noscript, [data-source], option') !== null)
        continue
      if (!box.checkVisibility({ visibilityProperty: true })) continue
      // An email or a web address is data as a whole.
      if (isPlain(text) && !/^\S+[@:]\S+$/.test(text)) found.add(text)
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name) ?? ''
        if (isPlain(text)) found.add(`${name}: ${text}`)
      }
    return [...found]
  }, data)
}

/** Labels and headings whose text is wider than their box, where it is cut off. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, h3, h4, legend, summary, th, dt')]
      .filter((element) => {
        const { width, right } = element.getBoundingClientRect()
        const isHidden = element.matches('.sr-only, .sr-only *, [class*="sr-only"]')
        if (isHidden || width <= 1 || !element.checkVisibility({ visibilityProperty: true })) return false
        const { overflowX, textOverflow } = getComputedStyle(element)
        if (overflowX !== 'visible' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
          return true
        // Rows that scroll sideways hold what is beyond the edge.
        const scrolls = element.closest('.overflow-x-auto') !== null
        return !scrolls && right > document.documentElement.clientWidth + 1
      })
      .map((element) => element.innerText.trim().slice(0, 80)),
  )
}

/** Whether the page scrolls sideways. A phone enlarges `innerWidth` for a page that is too wide. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
