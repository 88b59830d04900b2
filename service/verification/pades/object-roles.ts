import { interactiveForm, walkFormFields, type FormField } from '../../codecs/pdf/form-fields.ts';
import {
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  PdfStream,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import {
  judgeExtensions,
  judgeInformation,
  judgeMetadata,
  judgeSecurityStore,
  judgeVersion,
  securityStoreObjects,
} from './archive-changes.ts';
import { describeObject } from './object-description.ts';
import { judgeField, judgeFieldList, judgeForm } from './form-changes.ts';
import { changedKeys, isSameObject } from './object-equality.ts';
import { readable } from './pades-fault.ts';
import { judgeAnnotations, judgePage } from './page-changes.ts';
import { TRAILER, type Usage } from './reference-usages.ts';
import type { ChangedObject, RevisionStep } from './revision-changes.ts';

/** Keys of a cross-reference section that say how it is written, not what the document is (tables 5, 15, 17). */
const SECTION_KEYS = new Set('Size Prev XRefStm Type W Index Length Filter DecodeParms DL'.split(' '));

/** Finds out what a changed object is in the document before the change, and which rule therefore judges it. */
export class ObjectRoles {
  private readonly step: RevisionStep;
  private readonly root: number;
  private fieldMap: Map<number, FormField> | undefined;
  private annotationPages: Map<number, number> | undefined;
  private readonly annotationLists = new Map<number, number>();
  private storeObjects: Set<number> | undefined;

  constructor(step: RevisionStep) {
    this.step = step;
    this.root = numberOf(step.before.trailer.get('Root'));
  }

  /** The trailer (ISO 32000-2 table 15): the same root, and the same first half of /ID. */
  judgeTrailer(): void {
    const { step } = this;
    const { trailer: before } = step.before;
    const { trailer: after } = step.after;
    for (const key of changedKeys(before, after)) {
      if (SECTION_KEYS.has(key)) continue;
      if (key === 'Info') judgeInformation(step, before.get(key), after.get(key));
      else if (key === 'ID' && isSameFirst(before.get(key), after.get(key))) continue;
      else step.forbid(`the trailer's ${readable(key)} changed`);
    }
  }

  judgeObject(changed: ChangedObject): void {
    const { number } = changed;
    const { step } = this;
    const page = step.pages.get(number);
    if (number === this.root) this.judgeCatalog(changed);
    else if (page !== undefined) judgePage(step, page, changed.before, changed.after);
    else if (!this.judgeStructure(changed) && !this.judgeInteractive(changed)) {
      step.forbid(describeObject(step, changed));
    }
  }

  private judgeCatalog({ number, before, after }: ChangedObject): void {
    const { step } = this;
    const isRoot = this.isOnly(number, ({ parent, path }) => parent === TRAILER && path[0] === 'Root');
    if (!isRoot || !(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) {
      step.forbid('the document catalog was replaced');
      return;
    }
    for (const key of changedKeys(before, after)) {
      const values = [before.get(key), after.get(key)] as const;
      if (key === 'AcroForm') judgeForm(step, ...values);
      else if (key === 'DSS') judgeSecurityStore(step, ...values);
      else if (key === 'Extensions') judgeExtensions(step, ...values);
      else if (key === 'Version') judgeVersion(step, ...values);
      else if (key === 'Metadata') judgeMetadata(step, values[1]);
      else step.forbid(`the document's ${readable(key)} changed`);
    }
  }

  /** Objects with one place in the document; each rule holds only if the object is used there and nowhere else. */
  private judgeStructure({ number, before, after }: ChangedObject): boolean {
    const { step } = this;
    const { catalog, trailer } = step.before;
    const fromRoot = (key: string): boolean =>
      number === numberOf(catalog.get(key)) &&
      this.isOnly(number, ({ parent, path }) => parent === this.root && path[0] === key && path.length === 1);
    if (fromRoot('AcroForm')) judgeForm(step, before, after);
    else if (fromRoot('Extensions')) judgeExtensions(step, before, after);
    else if (fromRoot('Metadata')) judgeMetadata(step, after);
    else if (this.isStoreObject(number)) judgeSecurityStore(step, before, after);
    else if (this.isFieldList(number)) judgeFieldList(step, before, after);
    else if (
      number === numberOf(trailer.get('Info')) &&
      this.isOnly(number, ({ parent, path }) => parent === TRAILER && path[0] === 'Info')
    ) {
      judgeInformation(step, before, after);
    } else return false;
    return true;
  }

  private judgeInteractive(changed: ChangedObject): boolean {
    const { step } = this;
    const { number, before, after } = changed;
    const field = this.fields().get(number);
    if (field !== undefined) {
      judgeField(step, field, after);
      return true;
    }
    const annotations = this.annotations();
    const listPage = this.annotationLists.get(number);
    if (listPage !== undefined && this.isOnly(number, (usage) => this.isAnnotationList(usage))) {
      judgeAnnotations(step, listPage, before, after);
      return true;
    }
    const page = annotations.get(number);
    if (page !== undefined && !isWidget(before) && !isWidget(after)) {
      step.note('annotation', `page ${page + 1}: an annotation was changed`);
      return true;
    }
    return this.judgeAppearance(changed);
  }

  /** A drawing that only fields or annotations show, written over instead of exchanged. */
  private judgeAppearance({ number, after }: ChangedObject): boolean {
    const usages = this.step.usages.of(number);
    if (!(after instanceof PdfStream) || usages.length === 0) return false;
    const changes = usages.map(({ parent, path }) => {
      if (path[0] !== 'AP') return null;
      const field = this.fields().get(parent);
      if (field !== undefined && field.fieldType !== 'Sig') {
        return {
          kind: 'formFill' as const,
          detail: `form field "${readable(field.fullName)}" was filled in`,
          name: field.fullName,
        };
      }
      const page = field === undefined ? this.annotations().get(parent) : undefined;
      if (page === undefined) return null;
      return { kind: 'annotation' as const, detail: `page ${page + 1}: an annotation was changed`, name: null };
    });
    if (changes.includes(null)) return false;
    for (const change of changes) if (change !== null) this.step.note(change.kind, change.detail, change.name);
    return true;
  }

  private isOnly(number: number, isExpected: (usage: Usage) => boolean): boolean {
    return this.step.usages.of(number).every(isExpected);
  }

  private isStoreObject(number: number): boolean {
    this.storeObjects ??= securityStoreObjects(this.step.before);
    const store = this.storeObjects;
    return (
      store.has(number) &&
      this.isOnly(number, ({ parent, path }) => store.has(parent) || (parent === this.root && path[0] === 'DSS'))
    );
  }

  private isFieldList(number: number): boolean {
    const { before } = this.step;
    const form = interactiveForm(before);
    if (form === null || number !== numberOf(form.get('Fields'))) return false;
    const holder = before.catalog.get('AcroForm');
    const [parent, path] = holder instanceof PdfReference ? [holder.number, 'Fields'] : [this.root, 'AcroForm/Fields'];
    return this.isOnly(number, (usage) => usage.parent === parent && usage.path.join('/') === path);
  }

  private isAnnotationList({ parent, path }: Usage): boolean {
    return this.step.pages.has(parent) && path.length === 1 && path[0] === 'Annots';
  }

  private fields(): Map<number, FormField> {
    if (this.fieldMap !== undefined) return this.fieldMap;
    this.fieldMap = new Map();
    for (const field of walkFormFields(this.step.before)) {
      if (field.reference !== null) this.fieldMap.set(field.reference.number, field);
    }
    return this.fieldMap;
  }

  private annotations(): Map<number, number> {
    if (this.annotationPages !== undefined) return this.annotationPages;
    this.annotationPages = new Map();
    const { before, pages } = this.step;
    for (const [number, index] of pages) {
      const page = before.resolve(new PdfReference(number, generationIn(before, number)));
      const list = page instanceof PdfDictionary ? page.get('Annots') : null;
      if (list instanceof PdfReference) this.annotationLists.set(list.number, index);
      const items = before.resolve(list);
      for (const item of isPdfArray(items) ? items : []) {
        if (item instanceof PdfReference) this.annotationPages.set(item.number, index);
      }
    }
    return this.annotationPages;
  }
}

function generationIn(document: RevisionStep['before'], number: number): number {
  const location = document.find(number)?.location;
  return location?.kind === 'file' ? location.generation : 0;
}

function numberOf(object: PdfObject): number {
  return object instanceof PdfReference ? object.number : -1;
}

function isWidget(object: PdfObject): boolean {
  return !(object instanceof PdfDictionary) || isNamed(object.get('Subtype'), 'Widget');
}

function isSameFirst(before: PdfObject, after: PdfObject): boolean {
  if (before === null) return true;
  return isPdfArray(before) && isPdfArray(after) && isSameObject(before[0] ?? null, after[0] ?? null);
}
