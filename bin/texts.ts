// `npm run texts`: writes new texts into the catalogs, and says what isn't translated.
import { faultsOfCatalogs, updateCatalogs } from './texts/catalogs.ts'

updateCatalogs()
for (const fault of faultsOfCatalogs()) console.log(fault)
