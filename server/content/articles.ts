import type { Article, Block } from '#contract/content/article.ts'
import {
  BANNER_NAME,
  FAQ_NAMES,
  type FaqTopic,
  nameIn,
  type PageName,
  type Passage,
} from '#contract/content/content.ts'
import type { Language } from '#contract/platform/languages.ts'
import type { App } from '#server/platform/app.ts'
import { parsedOnce } from './editable-texts.ts'
import { ANSWERING, passagesFrom, topicOf } from './faq.ts'
import { fillIn, type Fields } from './fields.ts'
import { shownVersions, versionAt } from './store.ts'

/**
 * Texts as everyone sees them now, in the order of their names. In another language than English it is the text that staff gave it there,
 * or that of the release as long as nobody changed the English one; else the English one, which then says so.
 */
async function articlesOf(app: App, names: readonly string[], language: Language): Promise<Article[]> {
  const versions = await shownVersions(app.db)
  const read = async (name: string) => {
    const text = app.extensions.editableTexts.get(name)
    if (text === undefined) throw new Error(`No text is called ${name}`)
    return fillIn(parsedOnce(versions.get(name) ?? text.shipped), await text.fields())
  }
  return Promise.all(
    names.map(async (name) => {
      const own = nameIn(name, language)
      const isCurrent = (versions.get(own) ?? null) !== null || (versions.get(name) ?? null) === null
      return isCurrent ? read(own) : { ...(await read(name)), language: 'en' as const }
    }),
  )
}

export async function articleOf(app: App, name: PageName, language: Language = 'en'): Promise<Article> {
  const [article] = await articlesOf(app, [name], language)
  return article!
}

/** No blocks: there is no announcement. */
export async function bannerOf(
  app: App,
  language: Language = 'en',
): Promise<Pick<Article, 'language'> & { blocks: Block[] }> {
  const [article] = await articlesOf(app, [BANNER_NAME], language)
  return { blocks: article!.lead, ...writtenIn(article!) }
}

export async function faqOf(app: App, language: Language = 'en'): Promise<FaqTopic[]> {
  return (await articlesOf(app, FAQ_NAMES, language)).map((article) => ({ ...topicOf(article), ...writtenIn(article) }))
}

export async function passagesOf(app: App, language: Language = 'en'): Promise<Passage[]> {
  return passagesFrom(await articlesOf(app, FAQ_NAMES, language), await articlesOf(app, ANSWERING, language))
}

function writtenIn({ language }: Article): Pick<Article, 'language'> {
  return language === undefined ? {} : { language }
}

/** The text that staff gave something at an instant in ms (null: now), with its fields filled in; null while it is the release's. */
export async function editedArticle(
  app: App,
  name: string,
  at: number | null,
  fields: Fields,
): Promise<Article | null> {
  const text = (await versionAt(app.db, name, at)) ?? null
  return text === null ? null : fillIn(parsedOnce(text), fields)
}
