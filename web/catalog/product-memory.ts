import { listTools, type Tool } from '#contract/catalog.ts'
import { call } from '#web/api/call.ts'
import { type Memory, remember } from '#web/api/memory.ts'

const memory: Memory<Tool[]> = remember(() => call(listTools))

/** The catalogue as this browser last saw it; renewed behind. */
export const recallProducts = memory.recall

/** After a product was added, changed or deleted, or stock was taken. */
export const forgetProducts = memory.forget
