use core::fmt;
use std::{
    collections::HashMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use arbiter_rules::Board;

use super::{
    file::{TableFile, TableKind},
    material::TablebaseMaterial,
};

/// The tablebases found in some directories. Threads can share them.
///
/// ```no_run
/// use arbiter_engine::Tablebases;
///
/// let tablebases = Tablebases::open(["/usr/share/syzygy"])?;
/// let position = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1".parse()?;
/// assert_eq!(tablebases.probe_wdl(&position), Some(arbiter_engine::TablebaseWdl::Draw));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Tablebases {
    endings: HashMap<TablebaseMaterial, EndingFiles>,
    pub(super) max_pieces: usize,
}

/// The files of one ending.
struct EndingFiles {
    wdl: LazyFile,
    dtz: LazyFile,
}

/// A file that is opened when it is first needed.
#[derive(Default)]
struct LazyFile {
    path: Option<PathBuf>,
    file: OnceLock<Option<TableFile>>,
}

impl Tablebases {
    /// Finds the tablebases in these directories.
    ///
    /// # Errors
    ///
    /// If a directory cannot be read, or none of them contains a tablebase.
    pub fn open<P: AsRef<Path>>(
        directories: impl IntoIterator<Item = P>,
    ) -> Result<Tablebases, OpenTablebasesError> {
        let mut found = Tablebases {
            endings: HashMap::new(),
            max_pieces: 0,
        };
        let mut searched = Vec::new();
        for directory in directories {
            let directory = directory.as_ref();
            let fail = |cause| OpenTablebasesError::Directory {
                directory: directory.into(),
                cause,
            };
            for entry in fs::read_dir(directory).map_err(fail)? {
                found.add(&entry.map_err(fail)?.path());
            }
            searched.push(directory.into());
        }
        if found.max_pieces == 0 {
            return Err(OpenTablebasesError::Empty {
                directories: searched,
            });
        }
        Ok(found)
    }

    /// Returns the largest number of pieces, with kings, in any tablebase.
    #[must_use]
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// Returns the number of endings.
    #[must_use]
    pub fn len(&self) -> usize {
        let endings = self.endings.values();
        endings.filter(|table| table.wdl.path.is_some()).count()
    }

    /// Reports whether there are no endings, which is never the case.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn add(&mut self, path: &Path) {
        let name = path.file_stem().and_then(|name| name.to_str());
        let extension = path.extension().and_then(|extension| extension.to_str());
        let Some(material) = name.and_then(TablebaseMaterial::from_name) else {
            return;
        };
        let Some(kind) = [TableKind::Wdl, TableKind::Dtz]
            .into_iter()
            .find(|kind| extension == Some(kind.extension()))
        else {
            return;
        };
        let table = self.endings.entry(material).or_insert_with(|| EndingFiles {
            wdl: LazyFile::default(),
            dtz: LazyFile::default(),
        });
        let lazy = table.lazy(kind);
        lazy.path.get_or_insert_with(|| path.into());
        if kind == TableKind::Wdl {
            self.max_pieces = self.max_pieces.max(material.count());
        }
    }

    /// Returns the file for the material on the board, and whether its colors are
    /// reversed.
    pub(super) fn table(&self, kind: TableKind, board: &Board) -> Option<(&TableFile, bool)> {
        let material = TablebaseMaterial::of(board);
        let find = |material| {
            let table = self.endings.get(&material)?;
            match kind {
                TableKind::Wdl => table.wdl.file(kind, material),
                TableKind::Dtz => table.dtz.file(kind, material),
            }
        };
        match find(material) {
            Some(file) => Some((file, false)),
            None => find(material.reversed()).map(|file| (file, true)),
        }
    }
}

impl EndingFiles {
    fn lazy(&mut self, kind: TableKind) -> &mut LazyFile {
        match kind {
            TableKind::Wdl => &mut self.wdl,
            TableKind::Dtz => &mut self.dtz,
        }
    }
}

impl LazyFile {
    fn file(&self, kind: TableKind, material: TablebaseMaterial) -> Option<&TableFile> {
        let path = self.path.as_ref()?;
        self.file
            .get_or_init(|| TableFile::open(kind, material, File::open(path).ok()?))
            .as_ref()
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} tablebases with up to {} pieces",
            self.len(),
            self.max_pieces
        )
    }
}

/// Why tablebases cannot be opened.
#[derive(Debug)]
pub enum OpenTablebasesError {
    /// A directory cannot be read.
    Directory {
        /// The directory.
        directory: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// None of the directories contains a file like `KQvK.rtbw`.
    Empty {
        /// The directories searched.
        directories: Vec<PathBuf>,
    },
}

impl fmt::Display for OpenTablebasesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenTablebasesError::Directory { directory, cause } => {
                write!(
                    f,
                    "cannot read the directory {}: {cause}",
                    directory.display()
                )
            }
            OpenTablebasesError::Empty { directories } => {
                f.write_str("no Syzygy tablebases (files like KQvK.rtbw) in")?;
                for (index, directory) in directories.iter().enumerate() {
                    let before = if index == 0 { " " } else { ", " };
                    write!(f, "{before}{}", directory.display())?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for OpenTablebasesError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            OpenTablebasesError::Directory { cause, .. } => Some(cause),
            OpenTablebasesError::Empty { .. } => None,
        }
    }
}
