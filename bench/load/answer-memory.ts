// Loaded before the server that is measured, which itself knows nothing of being measured.
import { answerAsks } from './remote.ts'
import { memory } from './tell-memory.ts'

answerAsks({ memory })
