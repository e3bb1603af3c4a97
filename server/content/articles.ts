import type { Article, Block } from '#contract/content/article.ts'
import { BANNER_NAME, FAQ_NAMES, type FaqTopic, type PageName, type Passage } from '#contract/content/content.ts'
import type { App } from '#server/platform/app.ts'
import { parsedOnce } from './editable-texts.ts'
import { ANSWERING, passagesFrom, topicOf } from './faq.ts'
import { fillIn, type Fields } from './fields.ts'
import { shownVersions, versionAt } from './store.ts'

/** Texts as everyone sees them now, in the order of their names. */
async function articlesOf(app: App, names: readonly string[]): Promise<Article[]> {
  const versions = await shownVersions(app.db)
  return Promise.all(
    names.map(async (name) => {
      const text = app.extensions.editableTexts.get(name)
      if (text === undefined) throw new Error(`No text is called ${name}`)
      return fillIn(parsedOnce(versions.get(name) ?? text.shipped), await text.fields())
    }),
  )
}

export async function articleOf(app: App, name: PageName): Promise<Article> {
  const [article] = await articlesOf(app, [name])
  return article!
}

/** No blocks: there is no announcement. */
export async function bannerOf(app: App): Promise<Block[]> {
  const [article] = await articlesOf(app, [BANNER_NAME])
  return article!.lead
}

export async function faqOf(app: App): Promise<FaqTopic[]> {
  return (await articlesOf(app, FAQ_NAMES)).map(topicOf)
}

export async function passagesOf(app: App): Promise<Passage[]> {
  return passagesFrom(await faqOf(app), await articlesOf(app, ANSWERING))
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
