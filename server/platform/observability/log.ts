import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import pretty from 'pino-pretty'

/** Creates the log: one JSON line per event, readable lines in a terminal. */
export function createLog(level: string): Logger {
  const stream: DestinationStream = process.stdout.isTTY
    ? pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true, sync: true })
    : process.stdout
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      base: { pid: process.pid },
      serializers: { err: describeError },
      redact: {
        paths: ['req.headers', 'headers', '*.password', '*.token', '*.idToken', '*.refreshToken', '*.clientSecret'],
        remove: true,
      },
    },
    stream,
  )
}

/** Returns what a log may have of an error. */
export function describeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown
  // Drizzle puts the parameters into its message; they may contain personal data.
  return {
    name: thrown.name,
    message: thrown.message.split('\nparams:')[0],
    stack: thrown.stack?.split('\nparams:')[0],
    cause: thrown.cause instanceof Error ? thrown.cause.message : undefined,
  }
}
