import { type Static, Type } from 'typebox'
import { endpoint, Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { SearchText } from '#contract/pagination.ts'
import { VehicleModel } from '#contract/vehicles.ts'

/** Sets the most phrases of one answer, and the most texts that show where a phrase stands. */
export const maxListedPhrases = 200
export const maxExamples = 3
/** Bounds the models of one answer: all generations of some families. */
export const maxModelsOfPhrase = 200
/** Bounds the key of a phrase, which paths carry and indexes hold; a text with a longer one is asked as a whole. */
export const maxPhraseKey = 200

const ReadVehicle = Type.Object({
  model: VehicleModel,
  from: Type.Optional(Type.Integer()),
  to: Type.Optional(Type.Integer()),
  /** Its engine and what else restricts it. */
  limits: Type.Optional(Type.String()),
})

/** Describes words of texts that were not read, and what the seller answered. */
const FitsPhrase = Type.Object({
  key: Type.String(),
  /** As it is written in a text. */
  text: Type.String(),
  /** The number of parts whose texts have it; zero once it is answered. */
  parts: Type.Integer(),
  examples: Type.Array(Type.String()),
  /** What it may mean, best first; of an answered phrase, what it means: nothing if it is no vehicle. */
  models: Type.Array(VehicleModel),
  /** Set if the words are a family whose generation its texts do not say. */
  isFamily: Type.Optional(Type.Literal(true)),
  /** Set if it is answered as a condition: it is no vehicle, but restricts those of its texts; or nobody said which models of a family. */
  isCondition: Type.Optional(Type.Literal(true)),
  /** Set if it is a whole text, whose rest is one question: the answer is for it alone. */
  isText: Type.Optional(Type.Literal(true)),
  /** Of a whole text: the vehicles that are read, with the years and limits that it says, and the words that are left over. */
  read: Type.Optional(Type.Array(ReadVehicle)),
  rest: Type.Optional(Type.Array(Type.String())),
  /** Set if each of its texts may mean other generations of its family. */
  mayDiffer: Type.Optional(Type.Literal(true)),
  decidedAt: Type.Optional(Type.String()),
})
export type FitsPhrase = Static<typeof FitsPhrase>

/** Describes a family that texts name without a generation, and what it would fit. */
const OpenFamily = Type.Object({
  key: Type.String(),
  make: Type.String(),
  family: Type.String(),
  parts: Type.Integer(),
  /** The number of its generations, and the years of all of them together. */
  generations: Type.Integer(),
  from: Type.Optional(Type.Integer()),
  to: Type.Optional(Type.Integer()),
  examples: Type.Array(Type.String()),
})
export type OpenFamily = Static<typeof OpenFamily>

const OpenFamilies = Type.Object({
  /**
   * The texts with such a family; those that only wait for it; the families that are answered with all generations, and those of them
   * whose parts then say *Check*.
   */
  counts: Type.Object({
    texts: Type.Integer(),
    ready: Type.Integer(),
    answered: Type.Integer(),
    checked: Type.Integer(),
  }),
  families: Type.Array(OpenFamily),
})
export type OpenFamilies = Static<typeof OpenFamilies>

/** Describes a word that looks like no vehicle, and where it stands. */
const OpenWord = Type.Pick(FitsPhrase, ['key', 'text', 'parts', 'examples'])

const OpenWords = Type.Object({
  /** The texts with such a word, and those that wait for nothing else. */
  counts: Type.Object({ texts: Type.Integer(), ready: Type.Integer() }),
  words: Type.Array(OpenWord),
})
export type OpenWords = Static<typeof OpenWords>

export const FitsPhrases = Type.Object({
  /**
   * The texts of all parts; those that are read to the end; those that are read again at the moment; those that are the names of parts;
   * the parts that are read to the end and have no vehicles yet, or only those of an earlier reading.
   */
  counts: Type.Object({
    texts: Type.Integer(),
    complete: Type.Integer(),
    waiting: Type.Integer(),
    fromNames: Type.Integer(),
    ready: Type.Integer(),
    applied: Type.Integer(),
  }),
  /** What is asked, and the latest answers. */
  phrases: Type.Array(FitsPhrase),
  answered: Type.Array(FitsPhrase),
  families: OpenFamilies,
  words: OpenWords,
})
export type FitsPhrases = Static<typeof FitsPhrases>

export const listFitsPhrases = endpoint('listFitsPhrases', 'GET', '/fits-phrases', {
  access: 'admin',
  permission: 'catalog',
  summary: `Returns at most ${maxListedPhrases} each of the words in the texts of parts that name an unknown vehicle, those that complete the most parts first; of the families without a generation, of the words that look like no vehicle, both by number of parts with what an answer would do, and of the answers.`,
  answer: FitsPhrases,
})

const PhraseParams = Type.Object({ key: Text(maxPhraseKey, 1) })

export const decideFitsPhrase = endpoint('decideFitsPhrase', 'PUT', '/fits-phrases/:key', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Answers which models a phrase means; none say that it names no vehicle, with `isCondition` that it restricts those of its texts. Of a whole text, `isCondition` says that its other words restrict its models, else they say nothing; of a family, that its parts fit some of the models and say *Check*. All texts are read again.',
  params: PhraseParams,
  body: Type.Object({
    modelIds: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: maxModelsOfPhrase }),
    /** Adds the words as a name of what they mean: the only model, or the family of all of them. */
    addsName: Type.Optional(Type.Boolean()),
    /** Makes the words a condition of the vehicles of their texts; of a whole text or a family with models, else only without them. */
    isCondition: Type.Optional(Type.Boolean()),
    /** The text of a part whose key this is. */
    text: Type.Optional(Text(maxLengths.description, 1)),
    /** Refuses the answer if somebody has given another one meanwhile. */
    onlyIfOpen: Type.Optional(Type.Boolean()),
  }),
  problems: [
    'fits-phrase-not-found',
    'vehicle-not-found',
    'fits-phrase-of-families',
    'fits-phrase-condition',
    'fits-phrase-answered',
    'fits-phrase-answered-none',
  ],
})

export const reopenFitsPhrase = endpoint('reopenFitsPhrase', 'DELETE', '/fits-phrases/:key', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Takes an answer back. All texts are read again.',
  params: PhraseParams,
  problems: ['fits-phrase-not-found'],
})

/** Sets the most texts of a phrase that are answered one by one. */
export const maxTextsOfPhrase = 50

export const listTextsOfPhrase = endpoint('listTextsOfPhrase', 'GET', '/fits-phrases/:key/texts', {
  access: 'admin',
  permission: 'catalog',
  summary: `Returns at most ${maxTextsOfPhrase} texts in which a family without a generation stands, each as a phrase of its own.`,
  params: PhraseParams,
  answer: Type.Array(FitsPhrase),
  problems: ['fits-phrase-not-found'],
})

/** Describes a model as a search finds it; a hidden one is not offered to buyers. */
const FoundModel = Type.Object({ ...VehicleModel.properties, isHidden: Type.Optional(Type.Literal(true)) })
export type FoundModel = Static<typeof FoundModel>

/** Sets the most models that a search returns. */
export const maxFoundModels = 12

export const findVehicleModels = endpoint('findVehicleModels', 'GET', '/vehicle-models', {
  access: 'admin',
  permission: 'catalog',
  summary: `Finds at most ${maxFoundModels} models by the beginnings of words of their names and by a year, hidden ones too.`,
  query: Type.Object({ q: SearchText }),
  answer: Type.Array(FoundModel),
})

const Taken = Type.Object({ success: Type.Literal(true), parts: Type.Integer() })

export const takeFitsTexts = endpoint('takeFitsTexts', 'POST', '/fits-texts', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Reads the names of the parts that have neither a text nor vehicles, with `descriptions` their descriptions, too. Universal parts are left out.',
  body: Type.Object({ descriptions: Type.Optional(Type.Boolean()) }),
  answer: Taken,
})

export const dropFitsTexts = endpoint('dropFitsTexts', 'DELETE', '/fits-texts', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Takes the names of parts out of the texts again. Vehicles that parts have stay.',
  answer: Taken,
})

const Answered = Type.Object({ success: Type.Literal(true), families: Type.Integer() })

export const answerOpenFamilies = endpoint('answerOpenFamilies', 'POST', '/fits-families', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Answers that texts with these families mean all of their generations, or those built in the years of the text; with `isCondition` that they mean some of them: their parts then say *Check*. All texts are read again. What somebody has answered meanwhile stays.',
  body: Type.Object({
    keys: Type.Array(Text(200, 1), { minItems: 1, maxItems: maxListedPhrases }),
    isCondition: Type.Optional(Type.Boolean()),
  }),
  answer: Answered,
  problems: ['fits-phrase-not-found'],
})

export const reopenFamilies = endpoint('reopenFamilies', 'DELETE', '/fits-families', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Takes all answers back that mean all generations of a family. All texts are read again.',
  answer: Answered,
})

export const answerOpenWords = endpoint('answerOpenWords', 'POST', '/fits-words', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Answers that these words name no vehicle, or with `reopens` takes that back. All texts are read again. What is decided in another way stays.',
  body: Type.Object({
    keys: Type.Array(Text(200, 1), { minItems: 1, maxItems: maxListedPhrases }),
    reopens: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ success: Type.Literal(true), words: Type.Integer() }),
  problems: ['fits-phrase-not-found'],
})
