import { replayFiles } from './replay/replay-files.ts'

/**
 * Replays auctions: `npm run --silent replay -- FILE.json …`, where a file holds a list of ReplayEntry, or a lot's published ledger as
 * `/api/lots/:lotId/ledger` sends it. Prints the list of results, one a line. Exit code 1: a ledger has faults. For an unusable file it
 * prints one sentence on stderr and exits with code 2.
 */
const { code, stdout, stderr } = await replayFiles(process.argv.slice(2))
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code
