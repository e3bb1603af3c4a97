// `npm run texts`: writes new texts into the catalogs, and says what isn't translated.
import { bareTexts } from './texts/bare-texts.ts'
import { faultsOfCatalogs, updateCatalogs } from './texts/catalogs.ts'

updateCatalogs()
for (const fault of [...faultsOfCatalogs(), ...bareTexts()]) console.log(fault)
