// `npm run create-owner -- --email … --name …`: creates the first administrator. Prompts for the password.
import path from 'node:path'
import { build, install, nodeProgram, ROOT, run } from './toolbox.mjs'

install(false)
build()
run(nodeProgram(), ['--enable-source-maps', path.join(ROOT, 'dist/server/create-owner.js'), ...process.argv.slice(2)])
