//! Labels in Apache Parquet: a folder of files, each with up to [`PART`] labels.
//!
//! A Parquet file is whole only when its end is written, so one file for a run of hours would be lost with the last
//! second. Instead every file is written under another name and renamed when it is whole; what it holds is in its name,
//! `moves-path-000020000-10000.parquet`: the options, the number of its first label, and how many follow. A run that
//! was killed goes on behind the last whole file. Readers of data sets take such a folder for one table.
//!
//! The columns are those of the JSON. Only built with the feature `parquet`, since the library for it takes longer to
//! build than the rest of the solver.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::RowAccessor;
use parquet::schema::parser::parse_message_type;

use super::{Label, Options, Sink, ToGo};

/// Labels in a file.
pub const PART: usize = 10_000;
/// Positions in a file: tables of them would make the file too large for the memory long before it has enough labels.
const PART_POSITIONS: usize = 4_000_000;

const SCHEMA: &str = "message labels {
    required binary source (UTF8);
    required int64 index;
    required binary objective (UTF8);
    optional binary title (UTF8);
    optional binary board (UTF8);
    required binary status (UTF8);
    optional int64 cost;
    optional int64 moves;
    optional int64 pushes;
    optional binary solution (UTF8);
    required int64 expanded;
    optional group to_go (LIST) { repeated group list { required int32 element; } }
    optional group position_costs (LIST) { repeated group list { required int32 element; } }
    optional group position_players (LIST) { repeated group list { required int32 element; } }
    optional group position_boxes (LIST) { repeated group list { required int32 element; } }
    optional binary error (UTF8);
}";

/// The files of a folder.
pub struct Parts {
    folder: PathBuf,
    /// What the names of the files begin with.
    stem: String,
    done: usize,
    /// The source and the number of the last level that is done.
    last: Option<(String, i64)>,
    waiting: Vec<Label>,
    positions: usize,
}

impl Parts {
    /// Opens a folder, which must be empty or missing unless a run in it is to be gone on with.
    ///
    /// # Errors
    /// If it cannot be used, or has files of another run in it.
    pub fn open(folder: &Path, options: &Options, resume: bool) -> io::Result<Parts> {
        fs::create_dir_all(folder)?;
        let to_go = match options.to_go {
            ToGo::None => "",
            ToGo::Path => "-path",
            ToGo::All => "-all",
        };
        let stem = format!("{}{to_go}", options.objective.name());
        let mut parts = Vec::new();
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".parquet.tmp") {
                fs::remove_file(folder.join(name))?;
            } else if name.ends_with(".parquet") {
                let part = parse(&name, &stem);
                parts.push(part.ok_or_else(|| io::Error::other(format!("{name} is of another run")))?);
            }
        }
        if !parts.is_empty() && !resume {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        parts.sort_unstable();
        let (mut done, mut last) = (0, None);
        for (first, labels) in parts {
            if first != done {
                return Err(io::Error::other(format!("the file with label number {done} is missing")));
            }
            done += labels;
            last = Some(folder.join(part_name(&stem, first, labels)));
        }
        let last = last.map(|path| last_level(&path)).transpose().map_err(io::Error::other)?;
        Ok(Parts { folder: folder.to_owned(), stem, done, last, waiting: Vec::new(), positions: 0 })
    }

    /// Writes what is waiting as a file.
    fn write(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let name = part_name(&self.stem, self.done, self.waiting.len());
        let temporary = self.folder.join(format!("{name}.tmp"));
        let file = File::create(&temporary)?;
        write_file(&file, &self.waiting).map_err(io::Error::other)?;
        file.sync_all()?;
        fs::rename(temporary, self.folder.join(name))?;
        self.done += self.waiting.len();
        self.waiting.clear();
        self.positions = 0;
        Ok(())
    }
}

fn part_name(stem: &str, first: usize, labels: usize) -> String {
    format!("{stem}-{first:09}-{labels}.parquet")
}

/// The source and the number of the last level of a file.
fn last_level(path: &Path) -> parquet::errors::Result<(String, i64)> {
    let reader = SerializedFileReader::new(File::open(path)?)?;
    let columns = Some(parse_message_type("message labels { required binary source (UTF8); required int64 index; }")?);
    let row = reader.get_row_iter(columns)?.last().transpose()?;
    let row = row.ok_or_else(|| ParquetError::General(format!("{} is empty", path.display())))?;
    Ok((row.get_string(0)?.clone(), row.get_long(1)?))
}

/// The first number and how many, from a name.
fn parse(name: &str, stem: &str) -> Option<(usize, usize)> {
    let (first, labels) = name.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(".parquet")?.split_once('-')?;
    Some((first.parse().ok()?, labels.parse().ok()?))
}

impl Sink for Parts {
    fn done(&self) -> usize {
        self.done
    }

    /// That the options are the same is said by the names of the files.
    fn ends_with(&self, label: &Label) -> bool {
        self.last.as_ref().is_none_or(|(source, index)| *source == label.source && *index == label.index as i64)
    }

    fn put(&mut self, label: &Label) -> io::Result<()> {
        self.positions += label.positions.as_ref().map_or(0, |p| p.position_costs.len());
        self.waiting.push(label.clone());
        if self.waiting.len() >= PART || self.positions >= PART_POSITIONS { self.write() } else { Ok(()) }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write()
    }
}

fn write_file(file: &File, labels: &[Label]) -> parquet::errors::Result<()> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let text = |text: &Option<String>| text.as_deref().map(ByteArray::from);
    let list = |list: Option<&Vec<i32>>| list.cloned();
    let number = |number: Option<usize>| number.map(|n| n as i64);
    required_texts(&mut group, labels.iter().map(|l| l.source.as_str()))?;
    required_numbers(&mut group, labels.iter().map(|l| l.index as i64))?;
    required_texts(&mut group, labels.iter().map(|l| l.objective))?;
    optional::<ByteArrayType>(&mut group, labels.iter().map(|l| text(&l.title)))?;
    optional::<ByteArrayType>(&mut group, labels.iter().map(|l| text(&l.board)))?;
    required_texts(&mut group, labels.iter().map(|l| l.status.name()))?;
    optional::<Int64Type>(&mut group, labels.iter().map(|l| number(l.cost)))?;
    optional::<Int64Type>(&mut group, labels.iter().map(|l| number(l.moves)))?;
    optional::<Int64Type>(&mut group, labels.iter().map(|l| number(l.pushes)))?;
    optional::<ByteArrayType>(&mut group, labels.iter().map(|l| text(&l.solution)))?;
    required_numbers(&mut group, labels.iter().map(|l| l.expanded as i64))?;
    let to_go = |l: &Label| l.to_go.as_ref().map(|list| list.iter().map(|&n| n as i32).collect());
    lists(&mut group, labels.iter().map(to_go))?;
    lists(&mut group, labels.iter().map(|l| list(l.positions.as_ref().map(|p| &p.position_costs))))?;
    lists(&mut group, labels.iter().map(|l| list(l.positions.as_ref().map(|p| &p.position_players))))?;
    lists(&mut group, labels.iter().map(|l| list(l.positions.as_ref().map(|p| &p.position_boxes))))?;
    optional::<ByteArrayType>(&mut group, labels.iter().map(|l| text(&l.error)))?;
    group.close()?;
    writer.close()?;
    Ok(())
}

type Group<'g, 'f> = SerializedRowGroupWriter<'g, &'f File>;
type Done = parquet::errors::Result<()>;

/// Writes the next column: its values, and for each place which of them are there.
fn column<T: parquet::data_type::DataType>(
    group: &mut Group<'_, '_>,
    values: &[T::T],
    definitions: Option<&[i16]>,
    repetitions: Option<&[i16]>,
) -> Done {
    let mut column = group.next_column()?.expect("the schema has this column");
    column.typed::<T>().write_batch(values, definitions, repetitions)?;
    column.close()
}

fn required_texts<'t>(group: &mut Group<'_, '_>, texts: impl Iterator<Item = &'t str>) -> Done {
    column::<ByteArrayType>(group, &texts.map(ByteArray::from).collect::<Vec<_>>(), None, None)
}

fn required_numbers(group: &mut Group<'_, '_>, numbers: impl Iterator<Item = i64>) -> Done {
    column::<Int64Type>(group, &numbers.collect::<Vec<_>>(), None, None)
}

fn optional<T: parquet::data_type::DataType>(
    group: &mut Group<'_, '_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Done {
    let values: Vec<Option<T::T>> = values.collect();
    let definitions: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    column::<T>(group, &values.into_iter().flatten().collect::<Vec<_>>(), Some(&definitions), None)
}

/// Lists, where 0 defines a missing one, 1 an empty one and 2 an element; an element with repetition 0 begins a list.
fn lists(group: &mut Group<'_, '_>, lists: impl Iterator<Item = Option<Vec<i32>>>) -> Done {
    let (mut values, mut definitions, mut repetitions) = (Vec::new(), Vec::new(), Vec::new());
    for list in lists {
        match list {
            Some(list) if !list.is_empty() => {
                definitions.extend(list.iter().map(|_| 2));
                repetitions.extend(list.iter().enumerate().map(|(at, _)| i16::from(at > 0)));
                values.extend(list);
            }
            list => {
                definitions.push(i16::from(list.is_some()));
                repetitions.push(0);
            }
        }
    }
    column::<Int32Type>(group, &values, Some(&definitions), Some(&repetitions))
}
