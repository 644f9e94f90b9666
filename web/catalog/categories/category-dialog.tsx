import { formLanguages, mainLanguage } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { useController, useWatch } from 'react-hook-form'
import { addCategory, updateCategory } from '#contract/categories.ts'
import type { Language } from '#contract/language.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { FormSection } from '#web/catalog/form-section.tsx'
import { type CategoryRow, indentedName } from '#web/catalog/categories/category-choices.ts'
import { UploadProgress } from '#web/media/upload-progress.tsx'
import { isAboutPicture, usePictureUpload } from '#web/media/use-picture-upload.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface CategoryDialogProps {
  open: boolean
  /** Undefined for a new one. */
  category: CategoryRow | undefined
  /** The `_id` of the category that a new one is below; empty at the top. */
  below: string
  rows: readonly CategoryRow[]
  onClose: () => void
}

/** Adds a category, or changes names, place, address and picture of one. */
export function CategoryDialog(props: CategoryDialogProps) {
  const { open, category, onClose } = props
  return (
    <Dialog open={open} title={t(category ? 'categories.edit-title' : 'categories.add')} wide onClose={onClose}>
      <CategoryForm {...props} />
    </Dialog>
  )
}

type Texts = Record<Language, string>

interface Values {
  names: Texts
  descriptions: Texts
  pageTitles: Texts
  pageDescriptions: Texts
  parent: string
  category: string
  picture: File | undefined
  img: string
}

const fill = (texts: Partial<Texts> = {}): Texts => ({ en: '', de: '', ...texts })

function CategoryForm({ category, below, rows, onClose }: CategoryDialogProps) {
  const { upload, progress } = usePictureUpload()
  const form = useEntryForm<Values>({
    values: {
      names: fill(category?.names),
      descriptions: fill(category?.descriptions),
      pageTitles: fill(category?.pageTitles),
      pageDescriptions: fill(category?.pageDescriptions),
      parent: category ? (category.parent ?? '') : below,
      category: category?.category ?? '',
      picture: undefined,
      img: category?.img ?? '',
    },
    fieldOf,
    async send({ picture, category: slug, ...values }) {
      const img = picture ? await upload(picture) : values.img
      const body = { ...values, img, ...(slug && { category: slug }) }
      // The place among the siblings stays unless the parent is another one.
      const { parent, ...others } = body
      await (category
        ? write(updateCategory, {
            params: { id: category._id },
            body: parent === (category.parent ?? '') ? others : body,
          })
        : write(addCategory, { body }))
      toast.success(
        t('categories.saved', {
          name:
            formLanguages()
              .map((language) => values.names[language])
              .find(Boolean) ?? '',
        }),
      )
      onClose()
      return undefined
    },
  })
  const picture = useController({ control: form.control, name: 'picture' }).field
  const img = useController({ control: form.control, name: 'img' }).field
  const parent = useController({ control: form.control, name: 'parent' }).field
  const slug = useWatch({ control: form.control, name: 'category' })
  const choices = [
    { value: '', label: t('categories.top') },
    ...withoutSubtree(rows, category).map((row) => ({ value: row._id, label: indentedName(row) })),
  ]
  return (
    <form {...form.form} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {formLanguages().map((language) => (
          <Field
            key={language}
            label={t('product.name-in', { language: t(`language.${language}`) })}
            lang={language}
            maxLength={maxLengths.categoryName}
            autoComplete="off"
            {...form.field(`names.${language}`, {
              validate: (_, values) =>
                Object.values(values.names).some((name) => name.trim()) || t('categories.name-required'),
            })}
          />
        ))}
      </div>
      <Select label={t('categories.parent')} choices={choices} value={parent.value} onChoose={parent.onChange} />
      <Field
        label={t('word.address')}
        maxLength={maxLengths.categoryName}
        autoComplete="off"
        hint={
          category && slug !== category.category
            ? t('categories.address-changed', { address: `/categories/${category.category}` })
            : t('categories.address-hint')
        }
        {...form.field('category', {
          setValueAs: (text: string) => text.trim().toLowerCase(),
          validate: (text) =>
            (text === '' && !category) || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) || t('categories.address-invalid'),
        })}
      />
      {formLanguages().map((language) => (
        <TextArea
          key={language}
          label={t('product.description-in', { language: t(`language.${language}`) })}
          lang={language}
          maxLength={maxLengths.categoryDescription}
          {...form.field(`descriptions.${language}`)}
        />
      ))}
      <div>
        <FilePicker
          label={t('product.imageUrl')}
          inputRef={picture.ref}
          file={picture.value}
          current={img.value || undefined}
          hint={t('categories.picture-hint')}
          disabled={form.busy}
          error={form.messageOf('picture')}
          onPick={picture.onChange}
        />
        {img.value && !picture.value ? (
          <Button variant="quiet" size="sm" className="mt-2" onClick={() => img.onChange('')}>
            {t('categories.remove-picture')}
          </Button>
        ) : null}
      </div>
      <FormSection
        title={t('page-texts.title')}
        text={t('page-texts.category-hint')}
        isOpen={[category?.pageTitles, category?.pageDescriptions].some((texts) =>
          Object.values(texts ?? {}).some((text) => text),
        )}
      >
        {formLanguages().map((language) => (
          <div key={language} className="grid gap-5">
            <Field
              label={t('page-texts.page-title-in', { language: t(`language.${language}`) })}
              lang={language}
              maxLength={maxLengths.pageTitle}
              autoComplete="off"
              {...form.field(`pageTitles.${language}`)}
            />
            <TextArea
              label={t('page-texts.page-description-in', { language: t(`language.${language}`) })}
              lang={language}
              maxLength={maxLengths.pageDescription}
              {...form.field(`pageDescriptions.${language}`)}
            />
          </div>
        ))}
      </FormSection>
      <UploadProgress busy={form.busy} part={progress} />
      <FormError text={form.problem} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" busy={form.busy}>
          {t(category ? 'word.save' : 'categories.add')}
        </Button>
      </div>
    </form>
  )
}

/** Returns the categories that another one can be below: not itself, and none below it. */
function withoutSubtree(rows: readonly CategoryRow[], category: CategoryRow | undefined): readonly CategoryRow[] {
  if (!category) return rows
  const hidden = new Set([category._id])
  return rows.filter(({ _id, parent }) => {
    if (parent !== undefined && hidden.has(parent)) hidden.add(_id)
    return !hidden.has(_id)
  })
}

/** Returns the field of an error. */
function fieldOf(error: unknown): 'picture' | 'category' | `names.${Language}` | undefined {
  if (isAboutPicture(error)) return 'picture'
  if (!(error instanceof ApiProblem)) return undefined
  if (error.code === 'category-name-taken') return `names.${mainLanguage()}`
  return error.code === 'category-slug-taken' ? 'category' : undefined
}
