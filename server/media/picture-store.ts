/** Where pictures are kept: the data folder, S3-compatible storage, or ImgBB. */
export interface PictureStore {
  /** Keeps the files of one picture under its id; they are durable when this answers. Answers the picture's address. */
  keep(id: string, files: ReadonlyMap<string, Buffer>): Promise<string>
  /** The folder below which the files lie, if they lie on this machine. */
  directory?: string
  /** From where pages load them, if not from here. */
  origin?: string
  /** Reads one file back; undefined when there is none. */
  read?: (id: string, file: string) => Promise<ReadableStream | undefined>
}
