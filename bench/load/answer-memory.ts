// Loaded before the measured server, whose code is unaware of the measurement.
import { answerAsks } from './remote.ts'
import { memory } from './report-memory.ts'

answerAsks({ memory })
