import { config, locales } from 'zod/mini'

/** Says in words what is wrong with an input; without it, every fault is "Invalid input". Imported by all who show faults. */
config(locales.en())
